import { expect, it } from 'vitest'
import { UndoStack } from './undo-stack.ts'

const [first, second, third] = [async () => {}, async () => {}, async () => {}]

it('changes are undone from the latest to the earliest', () => {
  const stack = new UndoStack(10)
  for (const undo of [first, second, third]) stack.push(undo!)
  expect([stack.pop(), stack.pop(), stack.pop(), stack.pop()]).toEqual([
    third,
    second,
    first,
    undefined,
  ])
})

it('a change that was undone otherwise is skipped', () => {
  const stack = new UndoStack(10)
  for (const undo of [first, second, third]) stack.push(undo!)
  stack.remove(second!)
  expect([stack.pop(), stack.pop()]).toEqual([third, first])
})

it('the earliest changes are dropped at the limit', () => {
  const stack = new UndoStack(2)
  for (const undo of [first, second, third]) stack.push(undo!)
  expect([stack.pop(), stack.pop(), stack.pop()]).toEqual([third, second, undefined])
})

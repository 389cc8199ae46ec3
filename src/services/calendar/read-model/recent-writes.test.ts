import { expect, it } from 'vitest'
import type { Transaction } from '#/storage/port.ts'
import type { EventRow } from '../store/events.ts'
import { RecentWrites } from './recent-writes.ts'

const rowOf = (calendarKey: number, changeNumber: number, wire = '{}') =>
  ({ calendarKey, changeNumber, id: `event${changeNumber % 3}`, wire, internal: '' }) as EventRow

const committing = { afterCommit: (effect: () => void) => effect() } as Transaction
const rollingBack = { afterCommit: () => {} } as unknown as Transaction

const numbersIn = (rows: readonly EventRow[] | undefined) =>
  rows?.map(({ changeNumber }) => changeNumber)

it('recent writes are those of one calendar, in their order', () => {
  const writes = new RecentWrites()
  for (const number of [1, 2, 3, 4]) {
    writes.note(committing, rowOf(1, number))
    writes.note(committing, rowOf(2, number))
  }
  expect(numbersIn(writes.between(1, { after: 1, last: 4 }))).toEqual([2, 3, 4])
  expect(numbersIn(writes.between(1, { after: 1, last: 3 }))).toEqual([2, 3])
})

it('recent writes are in the order of their numbers, whichever commit was confirmed first', () => {
  const writes = new RecentWrites()
  for (const number of [3, 1, 2]) writes.note(committing, rowOf(1, number))
  expect(numbersIn(writes.between(1, { after: 0, last: 3 }))).toEqual([1, 2, 3])
})

it.each([
  ['somebody else has written', (writes: RecentWrites) => writes.note(committing, rowOf(1, 3))],
  [
    'a write was rolled back',
    (writes: RecentWrites) => {
      writes.note(rollingBack, rowOf(1, 2))
      writes.note(committing, rowOf(1, 3))
    },
  ],
  [
    'a text is long',
    (writes: RecentWrites) => {
      writes.note(committing, rowOf(1, 2, 'x'.repeat(20_000)))
      writes.note(committing, rowOf(1, 3))
    },
  ],
  [
    'there were many writes since',
    (writes: RecentWrites) => {
      writes.note(committing, rowOf(1, 2))
      writes.note(committing, rowOf(1, 3))
      for (let number = 1; number < 100; number++) writes.note(committing, rowOf(2, number))
    },
  ],
])('recent writes are not complete if %s', (_, write) => {
  const writes = new RecentWrites()
  writes.note(committing, rowOf(1, 1))
  write(writes)
  expect(writes.between(1, { after: 1, last: 3 })).toBeUndefined()
})

import { expect, it } from 'vitest'
import { copyId, markIn, nextMark, originalId } from './organizer-event.ts'

const event = { id: 'lunch', masterId: null }
const instance = { id: 'lunch_20260601T070000Z', masterId: 'lunch' }
const once = nextMark('')
const twice = nextMark(once)

it.each([
  [event, '', 'lunch'],
  [instance, '', 'lunch_20260601T070000Z'],
  [event, once, 'lunch_copy'],
  [instance, once, 'lunch_copy_20260601T070000Z'],
  [instance, twice, 'lunch_copy_copy_20260601T070000Z'],
])('the copy of %j with the mark %j is called %s, and leads back', (row, marks, id) => {
  expect(copyId(row, marks)).toBe(id)
  expect(originalId(id)).toBe(row.id)
  expect(markIn(id)).toBe(marks)
})

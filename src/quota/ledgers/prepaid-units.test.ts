import { expect, it } from 'vitest'
import { tiersOf } from '../limits.ts'
import { PrepaidUnits } from './prepaid-units.ts'

const nowMs = Date.parse('2027-03-01T12:00:10Z')
const { user: tier } = tiersOf({ userPerMinute: 3_000 })
const { user: lowTier } = tiersOf({ userPerMinute: 99 })

it('busy callers pay for as many units in advance as they spent in the minute, up to a hundredth', () => {
  const prepaid = new PrepaidUnits()
  prepaid.noteCharged('ann', 19, nowMs)
  expect(prepaid.ahead('ann', tier, nowMs)).toBe(0)
  prepaid.noteCharged('ann', 2, nowMs)
  expect(prepaid.ahead('ann', tier, nowMs)).toBe(21)
  expect(prepaid.ahead('ann', lowTier, nowMs)).toBe(0)
  prepaid.noteCharged('ann', 30, nowMs)
  expect(prepaid.ahead('ann', tier, nowMs)).toBe(30)
  prepaid.notePaid('ann', 12, nowMs)
  expect(prepaid.ahead('ann', tier, nowMs)).toBe(18)
})

it('paid units are spent once, in their minute', () => {
  const prepaid = new PrepaidUnits()
  prepaid.notePaid('ann', 5, nowMs)
  expect(prepaid.covers('bob', 1, nowMs)).toBe(false)
  expect(prepaid.covers('ann', 6, nowMs)).toBe(false)
  expect(prepaid.covers('ann', 3, nowMs)).toBe(true)
  prepaid.spend('ann', 3, nowMs)
  expect(prepaid.covers('ann', 3, nowMs)).toBe(false)
  expect(prepaid.covers('ann', 2, nowMs)).toBe(true)
  expect(prepaid.covers('ann', 1, nowMs + 60_000)).toBe(false)
  prepaid.clear()
  expect(prepaid.covers('ann', 1, nowMs)).toBe(false)
})

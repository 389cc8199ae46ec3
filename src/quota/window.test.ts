import assert from 'node:assert/strict'
import fc from 'fast-check'
import { describe, it } from 'vitest'
import { dayMs, minuteMs, overrun, slidingMinuteUnits } from './window.ts'

const noonMs = Temporal.Instant.from('2026-03-01T12:00:00Z').epochMilliseconds
const unused = { minuteUnits: 0, previousUnits: 0, dayUnits: 0 }
const unlimited = Number.POSITIVE_INFINITY

describe('the sliding minute', () => {
  it('weighs the previous minute by how much of it is less than a minute ago', () => {
    const use = { minuteUnits: 10, previousUnits: 60, dayUnits: 70 }
    const cases = [
      [0, 70],
      [15_000, 55],
      [30_000, 40],
      [59_000, 11],
    ] as const
    for (const [passedMs, units] of cases) {
      assert.equal(Math.round(slidingMinuteUnits(use, noonMs + passedMs)), units)
    }
  })

  it('names the shortest wait after which the same charge fits', () => {
    const property = fc.property(
      fc.record({
        minuteUnits: fc.nat(200),
        previousUnits: fc.nat(200),
        perMinute: fc.integer({ min: 1, max: 100 }),
        units: fc.integer({ min: 1, max: 3 }),
        passedMs: fc.nat(minuteMs - 1),
      }),
      ({ minuteUnits, previousUnits, perMinute, units, passedMs }) => {
        fc.pre(units <= perMinute)
        const ceilings = { perMinute, perDay: unlimited }
        const nowMs = noonMs + passedMs
        const byMinute = [
          { minuteUnits, previousUnits, dayUnits: 0 },
          { minuteUnits: 0, previousUnits: minuteUnits, dayUnits: 0 },
        ]
        const useAt = (atMs: number) => byMinute[Math.floor((atMs - noonMs) / minuteMs)] ?? unused
        const over = overrun(useAt(nowMs), ceilings, { units, nowMs })
        if (over === undefined) return
        const fitsAt = (atMs: number) =>
          overrun(useAt(atMs), ceilings, { units, nowMs: atMs }) === undefined
        // A millisecond either way is the rounding of the weights.
        assert.ok(fitsAt(nowMs + Math.ceil(over.waitMs) + 1))
        const justBeforeMs = nowMs + Math.floor(over.waitMs) - 1
        assert.ok(justBeforeMs <= nowMs || !fitsAt(justBeforeMs))
      },
    )
    fc.assert(property)
  })

  it('waits for the end of the day when the day is used up', () => {
    const use = { minuteUnits: 0, previousUnits: 0, dayUnits: 100 }
    const over = overrun(use, { perMinute: 10, perDay: 100 }, { units: 1, nowMs: noonMs })
    assert.deepEqual(over, { span: 'day', waitMs: dayMs / 2 })
  })
})

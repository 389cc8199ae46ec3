import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type BruteForceSeries,
  bruteForceOriginalStarts,
  dayStart,
} from '../../../../tests/support/brute-force-recurrence.ts'
import { compileSeries, type Series } from './series.ts'

const weekdays = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU']
const zones = [
  'Europe/Berlin',
  'America/New_York',
  'Australia/Lord_Howe',
  'Africa/Casablanca',
  'Pacific/Apia',
  'America/Sao_Paulo',
  'UTC',
]

const integers = (min: number, max: number) => fc.integer({ min, max })
const positions = (max: number) =>
  fc.oneof(
    integers(1, max),
    integers(1, max).map((position) => -position),
  )
const list = <T>(item: fc.Arbitrary<T>, maxLength = 4) =>
  fc.uniqueArray(item, { minLength: 1, maxLength }).map((items) => items.join(','))
const weekday = fc.constantFrom(...weekdays)
const ordinalWeekday = fc.tuple(positions(5), weekday).map(([ordinal, day]) => `${ordinal}${day}`)

/** Parts that go with any frequency, and those that a frequency allows besides. */
const anyParts = {
  INTERVAL: integers(1, 4),
  BYMONTH: list(integers(1, 12)),
  BYHOUR: list(integers(0, 4)),
  BYMINUTE: list(fc.constantFrom(0, 15, 30)),
  WKST: weekday,
}
const partsByFrequency = {
  DAILY: { ...anyParts, BYDAY: list(weekday), BYMONTHDAY: list(positions(31), 12) },
  WEEKLY: { ...anyParts, BYDAY: list(weekday) },
  MONTHLY: {
    ...anyParts,
    BYDAY: list(fc.oneof(weekday, ordinalWeekday)),
    BYMONTHDAY: list(positions(31), 8),
  },
  YEARLY: {
    ...anyParts,
    BYDAY: list(weekday),
    BYMONTHDAY: list(positions(31), 8),
    BYYEARDAY: list(positions(366), 40),
    BYWEEKNO: list(positions(53), 10),
  },
}

const ruleText = fc
  .constantFrom('DAILY' as const, 'WEEKLY' as const, 'MONTHLY' as const, 'YEARLY' as const)
  .chain((frequency) =>
    fc.tuple(
      fc.constant(frequency),
      fc.record<Record<string, unknown>>(partsByFrequency[frequency], { requiredKeys: [] }),
      fc.option(list(positions(6), 3)),
    ),
  )
  .map(([frequency, parts, setPositions]) => {
    const texts = Object.entries(parts).map(([name, value]) => `${name}=${value}`)
    if (setPositions !== null && texts.some((text) => text.startsWith('BY')))
      texts.push(`BYSETPOS=${setPositions}`)
    return [`FREQ=${frequency}`, ...texts].join(';')
  })

const wallClock = fc
  .tuple(integers(0, 20 * 365), integers(0, 4 * 4))
  .map(([days, quarters]) =>
    Temporal.PlainDateTime.from('2005-01-01T00:00').add({ days, minutes: quarters * 15 }),
  )

const bruteForceSeries: fc.Arbitrary<BruteForceSeries> = fc
  .tuple(ruleText, wallClock, fc.option(fc.constantFrom(...zones), { nil: undefined }))
  .map(([rule, start, zone]) => ({
    rule,
    start: zone === undefined ? start.with({ hour: 0, minute: 0 }) : start,
    zone,
  }))

const daysByFrequency = { D: 50, W: 120, M: 300, Y: 400 }
const spanOf = ({ rule }: BruteForceSeries) =>
  daysByFrequency[rule.charAt('FREQ='.length) as keyof typeof daysByFrequency]

describe('a random rule', () => {
  it('has the original starts that brute force finds, in any window', () => {
    fc.assert(
      fc.property(bruteForceSeries, integers(0, 8_000), (series, daysLater) => {
        const from = series.start.toPlainDate().add({ days: daysLater })
        expectAgreement(series, { from, to: from.add({ days: spanOf(series) }) })
      }),
      { numRuns: 200 },
    )
  })

  it('has them from its start on, when it is counted as when it is not', () => {
    fc.assert(
      fc.property(bruteForceSeries, fc.option(integers(1, 20)), (series, count) => {
        const rule = count === null ? series.rule : `${series.rule};COUNT=${count}`
        const from = series.start.toPlainDate()
        expectAgreement({ ...series, rule }, { from, to: from.add({ days: spanOf(series) }) })
      }),
      { numRuns: 200 },
    )
  })
})

function expectAgreement(
  brute: BruteForceSeries,
  range: { from: Temporal.PlainDate; to: Temporal.PlainDate },
): void {
  const [from, to] = [dayStart(range.from, brute), dayStart(range.to, brute)]
  const found = compiled(brute, []).originalStarts({ from, to, limit: 100_000 })
  expect(found).toEqual(bruteForceOriginalStarts(brute, range))
}

function compiled({ rule, start, zone }: BruteForceSeries, lines: readonly string[]): Series {
  const wallMs = start.toZonedDateTime('UTC').epochMilliseconds
  return compileSeries([`RRULE:${rule}`, ...lines], { wallMs, zone })
}

describe('a random series', () => {
  const dateLine = fc
    .tuple(fc.constantFrom('RDATE:', 'EXDATE:'), integers(0, 9_000), fc.constantFrom('', 'T013000'))
    .map(([name, days, time]) => {
      const date = Temporal.PlainDate.from('2005-01-01').add({ days })
      return name + date.toString().replaceAll('-', '') + time
    })
  const moreLines = fc.array(
    fc.oneof(
      dateLine,
      ruleText.map((text) => `EXRULE:${text}`),
      ruleText.map((text) => `RRULE:${text}`),
    ),
    { maxLength: 5 },
  )
  const series = fc.tuple(bruteForceSeries, moreLines).map(([one, lines]) => compiled(one, lines))
  const dayMs = 86_400_000
  const firstMs = Temporal.Instant.from('2005-01-01T00:00Z').epochMilliseconds
  const times = integers(firstMs, firstMs + 9_000 * dayMs)

  it('has the same original starts in adjoining windows as in the one that covers them', () => {
    fc.assert(
      fc.property(series, fc.tuple(times, times, times), (one, bounds) => {
        const [from, middle, to] = bounds.sort((a, b) => a - b) as [number, number, number]
        const originalStarts = (window: { from: number; to: number }) =>
          one.originalStarts({ ...window, limit: Number.POSITIVE_INFINITY })
        expect([
          ...originalStarts({ from, to: middle }),
          ...originalStarts({ from: middle, to }),
        ]).toEqual(originalStarts({ from, to }))
      }),
      { numRuns: 200 },
    )
  })

  it('has the same original starts in windows near each other as when it was just compiled', () => {
    const window = fc.record({
      day: integers(0, 120),
      days: integers(0, 70),
      limit: integers(1, 60),
    })
    fc.assert(
      fc.property(
        fc.tuple(bruteForceSeries, moreLines),
        times,
        fc.array(window, { minLength: 3, maxLength: 8 }),
        ([one, lines], start, windows) => {
          const asked = compiled(one, lines)
          for (const { day, days, limit } of windows) {
            const from = start + day * dayMs
            const range = { from, to: from + days * dayMs, limit }
            expect(asked.originalStarts(range)).toEqual(compiled(one, lines).originalStarts(range))
          }
        },
      ),
      { numRuns: 200 },
    )
  })

  it('returns the first of its original starts when there is a limit, in order and each once', () => {
    fc.assert(
      fc.property(series, times, integers(0, 50), (one, from, limit) => {
        const to = from + 600 * dayMs
        const all = one.originalStarts({ from, to, limit: Number.POSITIVE_INFINITY })
        expect(one.originalStarts({ from, to, limit })).toEqual(all.slice(0, limit))
        expect(all).toEqual([...new Set(all)].sort((a, b) => a - b))
      }),
      { numRuns: 200 },
    )
  })

  it('has an original start exactly when a window that contains nothing else shows it', () => {
    fc.assert(
      fc.property(series, times, integers(-8, 8), (one, from, quarters) => {
        const [near = from] = one.originalStarts({ from, to: from + 400 * dayMs, limit: 1 })
        const originalStart = near + quarters * 900_000
        expect(one.hasOriginalStart(originalStart)).toBe(
          one.originalStarts({ from: originalStart, to: originalStart + 1, limit: 9 }).length === 1,
        )
      }),
      { numRuns: 400 },
    )
  })

  it('has no original start before its first or after its last', () => {
    fc.assert(
      fc.property(series, (one) => {
        const all = one.originalStarts({ from: 0, to: Number.POSITIVE_INFINITY, limit: 2_000 })
        expect(all.filter((originalStart) => originalStart < one.firstStart)).toEqual([])
        const lastStart = one.lastStart ?? Number.POSITIVE_INFINITY
        expect(all.filter((originalStart) => originalStart > lastStart)).toEqual([])
      }),
      { numRuns: 200 },
    )
  })
})

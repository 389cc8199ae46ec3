import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { instantIn, instantMsAt, offsetMsAt, wallMsAt } from './zone-offsets.ts'

const zones = [
  ...Intl.supportedValuesOf('timeZone'),
  'UTC',
  'Etc/GMT',
  'Europe/Kyiv',
  'Europe/Kiev',
]
const firstMs = Temporal.Instant.from('0001-01-02T00:00Z').epochMilliseconds
const lastMs = Temporal.Instant.from('9999-12-30T00:00Z').epochMilliseconds
const recently = Temporal.Instant.from('1850-01-01T00:00Z').epochMilliseconds
const soon = Temporal.Instant.from('2100-01-01T00:00Z').epochMilliseconds

const wall = (text: string) =>
  Temporal.PlainDateTime.from(text).toZonedDateTime('UTC').epochMilliseconds
const instant = (text: string) => Temporal.Instant.from(text).epochMilliseconds

function temporalOffsetMs(zone: string, instantMs: number): number {
  const moment = Temporal.Instant.fromEpochMilliseconds(instantMs)
  return moment.toZonedDateTimeISO(zone).offsetNanoseconds / 1e6
}

function temporalInstantMs(zone: string, wallMs: number): number {
  const shown = Temporal.Instant.fromEpochMilliseconds(wallMs).toZonedDateTimeISO('UTC')
  return shown.toPlainDateTime().toZonedDateTime(zone).epochMilliseconds
}

describe('the offset of a zone', () => {
  const times = fc.oneof(
    fc.integer({ min: firstMs, max: lastMs }),
    fc.integer({ min: recently, max: soon }),
  )

  it('is the one that Temporal gives, at any instant from year 1 to 9999', () => {
    fc.assert(
      fc.property(fc.constantFrom(...zones), times, (zone, instantMs) => {
        const offsetMs = temporalOffsetMs(zone, instantMs)
        expect(offsetMsAt(zone, instantMs)).toBe(offsetMs)
        expect(wallMsAt(zone, instantMs)).toBe(instantMs + offsetMs)
      }),
      { numRuns: 3_000 },
    )
  })

  it('leads from any time on the wall to the instant that Temporal gives', () => {
    fc.assert(
      fc.property(fc.constantFrom(...zones), times, (zone, wallMs) => {
        expect(instantMsAt(zone, wallMs)).toBe(temporalInstantMs(zone, wallMs))
      }),
      { numRuns: 3_000 },
    )
  })

  it('changes exactly at the transitions of Temporal, in every zone', () => {
    const wrong: string[] = []
    for (const zone of zones) {
      let moment = Temporal.Instant.fromEpochMilliseconds(recently).toZonedDateTimeISO(zone)
      for (let count = 0; count < 12; count += 1) {
        const next = moment.getTimeZoneTransition('next')
        if (next === null) break
        // A large step now and then shows the whole history without walking through it.
        moment = next.add({ years: count % 3 === 2 ? 23 : 0 })
        for (const distanceMs of [-90_000_000, -1_800_000, -1, 0, 1, 1_800_000, 90_000_000]) {
          const instantMs = next.epochMilliseconds + distanceMs
          const wallMs = instantMs + temporalOffsetMs(zone, instantMs)
          if (offsetMsAt(zone, instantMs) !== temporalOffsetMs(zone, instantMs))
            wrong.push(`${zone} ${next} ${distanceMs}`)
          if (instantMsAt(zone, wallMs) !== temporalInstantMs(zone, wallMs))
            wrong.push(`${zone} ${next} ${distanceMs} on the wall`)
        }
      }
    }
    expect(wrong).toEqual([])
  })
})

describe('a time on the wall', () => {
  it.each([
    ['is itself in UTC', 'UTC', '2024-07-01T12:00', '2024-07-01T12:00Z'],
    [
      'comes later by the gap when skipped',
      'Europe/Berlin',
      '2024-03-31T02:30',
      '2024-03-31T01:30Z',
    ],
    ['is the first of two', 'Europe/Berlin', '2024-10-27T02:30', '2024-10-27T00:30Z'],
    ['moves by half an hour', 'Australia/Lord_Howe', '2024-10-06T02:15', '2024-10-05T15:45Z'],
    ['on a skipped day is a day later', 'Pacific/Apia', '2011-12-30T09:00', '2011-12-30T19:00Z'],
    ['after a skipped day is near it', 'Pacific/Apia', '2011-12-31T09:00', '2011-12-30T19:00Z'],
    ['skips midnight', 'America/Sao_Paulo', '2018-11-04T00:00', '2018-11-04T03:00Z'],
    ['had seconds once', 'Europe/Berlin', '1800-01-01T00:00', '1799-12-31T23:06:32Z'],
    ['obeys the same zone by its old name', 'Europe/Kiev', '2024-07-01T12:00', '2024-07-01T09:00Z'],
    ['obeys the same zone by its new name', 'Europe/Kyiv', '2024-07-01T12:00', '2024-07-01T09:00Z'],
    ['has summers in the last year', 'Europe/Berlin', '9999-07-01T12:00', '9999-07-01T10:00Z'],
  ])('%s', (_, zone, shown, at) => {
    expect(instantMsAt(zone, wall(shown))).toBe(instant(at))
  })

  it('is refused for a zone that does not exist', () => {
    expect(() => instantMsAt('Mars/Base', 0)).toThrow(RangeError)
  })
})

describe('a time as text', () => {
  const digits = (number: number) => String(number).padStart(2, '0')
  const offsets = fc
    .tuple(fc.constantFrom('+', '-'), fc.nat(23), fc.constantFrom(':', ''), fc.nat(59))
    .map(([sign, hours, colon, minutes]) => `${sign}${digits(hours)}${colon}${digits(minutes)}`)
  const fractions = fc.constantFrom('', '.5', '.999', '.123456789')

  it('is the second in which Temporal sees it, between the years 0000 and 9999', () => {
    const walls = fc
      .integer({ min: wall('0000-01-01T00:00') / 1000, max: wall('9999-12-31T23:59:59') / 1000 })
      .map((seconds) => new Date(seconds * 1000).toISOString().slice(0, 19))
    const ends = fc.oneof(fc.constantFrom('Z', 'z'), offsets)
    fc.assert(
      fc.property(walls, fractions, ends, (start, fraction, end) => {
        const text = `${start}${fraction}${end}`
        expect(instantIn(text, 'UTC')).toBe(Math.floor(instant(text) / 1000) * 1000)
      }),
    )
  })

  it.each(['2026-12-31T23:59:60Z', '2024-02-29t12:00:00.25+05:45'])('can be %s', (text) => {
    expect(instantIn(text, 'UTC')).toBe(Math.floor(instant(text) / 1000) * 1000)
  })
})

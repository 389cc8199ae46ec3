import { describe, expect, it } from 'vitest'
import {
  type Collation,
  type ComponentFilter,
  meetsFilter,
  type PropertyFilter,
} from './object-filter.ts'
import type { TimeRange } from './object-reader.ts'

const ms = (text: string) => Temporal.Instant.from(text).epochMilliseconds
const minute = (text: string): TimeRange => ({ fromMs: ms(text), toMs: ms(text) + 60_000 })

const calendar = (...lines: string[]) =>
  ['BEGIN:VCALENDAR', 'BEGIN:VEVENT', 'UID:a', ...lines, 'END:VCALENDAR', ''].join('\r\n')
const event = (...lines: string[]) => calendar(...lines, 'END:VEVENT')
const alarm = (...lines: string[]) => ['BEGIN:VALARM', 'ACTION:DISPLAY', ...lines, 'END:VALARM']

const component = (name: string, more: Partial<ComponentFilter> = {}): ComponentFilter => ({
  ...{ name, isNotDefined: false, range: undefined, properties: [], components: [] },
  ...more,
})
const property = (name: string, more: Partial<PropertyFilter> = {}): PropertyFilter => ({
  ...{ name, isNotDefined: false, match: undefined, range: undefined, parameters: [] },
  ...more,
})
const ofEvents = (more: Partial<ComponentFilter>) =>
  component('VCALENDAR', { components: [component('VEVENT', more)] })

describe('a filter for alarms', () => {
  const berlin = 'Europe/Berlin'
  const hour = [`DTSTART;TZID=${berlin}:20260504T100000`, `DTEND;TZID=${berlin}:20260504T110000`]
  const daily = [...hour, 'RRULE:FREQ=DAILY;COUNT=10', `EXDATE;TZID=${berlin}:20260507T100000`]
  const before = alarm('TRIGGER:-PT15M')
  const moved = [
    ...['END:VEVENT', 'BEGIN:VEVENT', 'UID:a', `RECURRENCE-ID;TZID=${berlin}:20260506T100000`],
    ...[`DTSTART;TZID=${berlin}:20260506T150000`, `DTEND;TZID=${berlin}:20260506T160000`],
  ]
  const repeated = alarm('TRIGGER:-PT30M', 'REPEAT:2', 'DURATION:PT10M')

  it.each<[string, readonly string[], string, boolean]>([
    ['before the start', [...hour, ...before], '2026-05-04T07:45:00Z', true],
    ['a minute later', [...hour, ...before], '2026-05-04T07:46:00Z', false],
    ['at the start', [...hour, ...alarm('TRIGGER:PT0S')], '2026-05-04T08:00:00Z', true],
    [
      'after the end',
      [...hour, ...alarm('TRIGGER;RELATED=END:PT5M')],
      '2026-05-04T09:05:00Z',
      true,
    ],
    [
      'at a fixed time',
      [...hour, ...alarm('TRIGGER;VALUE=DATE-TIME:20260503T120000Z')],
      '2026-05-03T12:00:00Z',
      true,
    ],
    ['the last repetition', [...hour, ...repeated], '2026-05-04T07:50:00Z', true],
    ['after the last repetition', [...hour, ...repeated], '2026-05-04T08:00:00Z', false],
    ['of an instance', [...daily, ...before], '2026-05-09T07:45:00Z', true],
    ['of no instance', [...daily, ...before], '2026-05-20T07:45:00Z', false],
    ['of an excluded instance', [...daily, ...before], '2026-05-07T07:45:00Z', false],
    ['of a moved instance', [...daily, ...moved, ...before], '2026-05-06T12:45:00Z', true],
    ['of where it was', [...daily, ...before, ...moved], '2026-05-06T07:45:00Z', false],
    [
      'of a whole day',
      ['DTSTART;VALUE=DATE:20260504', 'RRULE:FREQ=DAILY', ...alarm('TRIGGER:-PT1H')],
      '2026-05-08T03:00:00Z',
      true,
    ],
    ['without a time', [...hour, ...alarm('TRIGGER:soon')], '2026-05-04T07:45:00Z', false],
    ['of events without alarms', hour, '2026-05-04T07:45:00Z', false],
  ])('finds one %s', async (_, lines, at, isMet) => {
    const filter = ofEvents({ components: [component('VALARM', { range: minute(at) })] })
    expect(await meetsFilter(event(...lines), filter, 'America/New_York')).toBe(isMet)
  })

  it('requires the other conditions of the same alarm', async () => {
    const text = event(...hour, ...alarm('TRIGGER:-PT15M'), ...alarm('TRIGGER:-PT5M', 'X-A:1'))
    const found = (at: string) =>
      meetsFilter(
        text,
        ofEvents({
          components: [component('VALARM', { range: minute(at), properties: [property('X-A')] })],
        }),
        'UTC',
      )
    expect(await found('2026-05-04T07:55:00Z')).toBe(true)
    expect(await found('2026-05-04T07:45:00Z')).toBe(false)
  })
})

describe('a filter for events in a range of time', () => {
  const daily = event(
    ...['DTSTART:20260504T100000Z', 'DTEND:20260504T110000Z', 'RRULE:FREQ=DAILY', 'SUMMARY:Old'],
    ...['END:VEVENT', 'BEGIN:VEVENT', 'UID:a', 'RECURRENCE-ID:20260506T100000Z', 'SUMMARY:New'],
    ...['DTSTART:20260506T150000Z', 'DTEND:20260506T160000Z'],
  )

  it.each([
    ['New', '2026-05-06T15:30:00Z', true],
    ['New', '2026-05-06T10:30:00Z', false],
    ['New', '2026-05-05T10:30:00Z', false],
    ['Old', '2026-05-05T10:30:00Z', true],
    ['Old', '2026-05-06T10:30:00Z', false],
    ['Old', '2026-05-06T15:30:00Z', false],
  ])('finds %s at %s: %s', async (text, at, isMet) => {
    const match = { text, collation: 'octet' as const, isNegated: false }
    const filter = ofEvents({ range: minute(at), properties: [property('SUMMARY', { match })] })
    expect(await meetsFilter(daily, filter, 'UTC')).toBe(isMet)
  })
})

describe('a filter for properties', () => {
  it.each<[string, Collation, boolean, boolean]>([
    ['CAFÉ', 'octet', false, false],
    ['Café', 'octet', false, true],
    ['CAFÉ', 'ascii', false, false],
    ['CAFé', 'ascii', false, true],
    ['CAFÉ', 'unicode', false, true],
    ['CAFÉ', 'unicode', true, false],
    ['Tea', 'ascii', true, true],
  ])('compares %s by the collation %s (negated: %s)', async (text, collation, isNegated, isMet) => {
    const match = { text, collation, isNegated }
    const filter = ofEvents({ properties: [property('LOCATION', { match })] })
    expect(await meetsFilter(event('LOCATION:Café\\, left'), filter, 'UTC')).toBe(isMet)
  })

  it.each<[string, string, boolean]>([
    ['DTSTAMP:20260504T100000Z', '2026-05-04T10:00:00Z', true],
    ['DTSTAMP:20260504T100000Z', '2026-05-04T10:01:00Z', false],
    ['DTSTAMP;TZID=Europe/Berlin:20260504T100000', '2026-05-04T08:00:00Z', true],
    ['DTSTAMP;VALUE=DATE:20260504', '2026-05-04T23:30:00Z', true],
    ['DTSTAMP;VALUE=DATE:20260504', '2026-05-05T00:00:00Z', false],
    ['DTSTAMP:none', '2026-05-04T10:00:00Z', false],
  ])('finds %s at %s: %s', async (line, at, isMet) => {
    const filter = ofEvents({ properties: [property('DTSTAMP', { range: minute(at) })] })
    const text = event('DTSTART:20260101T100000Z', line)
    expect(await meetsFilter(text, filter, 'UTC')).toBe(isMet)
  })
})

import { describe, expect, it } from 'vitest'
import { componentTree } from './component-tree.ts'
import { describedZones, zoneOf, zonesOfObject } from './described-zone.ts'
import { zoneComponents } from './zone-components.ts'

const observance = (name: string, ...lines: string[]) => [`BEGIN:${name}`, ...lines, `END:${name}`]
const zoneIn = (year: number, ...lines: string[]) =>
  zoneOf(
    componentTree(['BEGIN:VTIMEZONE', 'TZID:Mine', ...lines, 'END:VTIMEZONE'].join('\r\n'))!,
    year,
  )
const fixed = (offset: string) =>
  observance(
    'STANDARD',
    'DTSTART:16010101T000000',
    `TZOFFSETFROM:${offset}`,
    `TZOFFSETTO:${offset}`,
  )
const european = [
  ...observance(
    'STANDARD',
    'DTSTART:16010101T030000',
    'RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=10',
    'TZOFFSETFROM:+0200',
    'TZOFFSETTO:+0100',
  ),
  ...observance(
    'DAYLIGHT',
    'DTSTART:16010101T020000',
    'RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=3',
    'TZOFFSETFROM:+0100',
    'TZOFFSETTO:+0200',
  ),
]

const dates = (count: number) =>
  observance(
    'STANDARD',
    'DTSTART:20200101T000000',
    ...Array.from({ length: count }, () => 'RDATE:20200101T000000'),
    ...['TZOFFSETFROM:+0100', 'TZOFFSETTO:+0100'],
  )
const everyMinute = `BYMINUTE=${Array.from({ length: 60 }, (_, at) => at).join()}`
const everyDay = `RRULE:FREQ=YEARLY;COUNT=1000000;BYYEARDAY=${Array.from({ length: 366 }, (_, at) => at + 1).join()}`

describe('a zone that is only described', () => {
  it.each([
    ['with a rule', 'Europe/Berlin', european],
    ['without changes', 'UTC', fixed('+0000')],
    ['with an offset of half an hour', 'Asia/Kolkata', fixed('+0530')],
    [
      'whose rule has ended',
      'Europe/Istanbul',
      [
        ...observance(
          'DAYLIGHT',
          'DTSTART:20070325T030000',
          'RRULE:FREQ=YEARLY;UNTIL=20160327T010000Z;BYDAY=-1SU;BYMONTH=3',
          'TZOFFSETFROM:+0200',
          'TZOFFSETTO:+0300',
        ),
        ...observance(
          'STANDARD',
          'DTSTART:20071028T040000',
          'RRULE:FREQ=YEARLY;UNTIL=20151025T010000Z;BYDAY=-1SU;BYMONTH=10',
          'TZOFFSETFROM:+0300',
          'TZOFFSETTO:+0200',
        ),
        ...observance(
          'STANDARD',
          'DTSTART:20160907T000000',
          'TZOFFSETFROM:+0300',
          'TZOFFSETTO:+0300',
        ),
      ],
    ],
  ])('%s is that with the same offsets', (_, zone, lines) => {
    expect(zoneIn(2026, ...lines)).toBe(zone)
  })

  it.each([
    ['nothing', []],
    ['an offset that nobody has', fixed('+0110')],
    ['no offset', observance('STANDARD', 'DTSTART:19700101T000000')],
    ['no start', observance('STANDARD', 'TZOFFSETFROM:+0100', 'TZOFFSETTO:+0100')],
    ['a rule that cannot be read', european.map((line) => line.replace('YEARLY', 'NEVER'))],
    ['changes on other days', european.map((line) => line.replace('-1SU', '-1MO'))],
    ['too much', Array(501).fill(fixed('+0000')).flat()],
    ['thousands of observances', Array(1_500).fill(european).flat()],
    ['too many rules', Array(26).fill(european).flat()],
    ['too many dates', [...european, ...dates(1_500)]],
    ['a change every second', european.map((line) => line.replace('YEARLY', 'SECONDLY'))],
    ['a change every day', european.map((line) => line.replace('YEARLY', 'DAILY'))],
    ['changes all day', european.map((line) => line.replace('RRULE:', `RRULE:${everyMinute};`))],
    ['changes on all days', european.map((line) => line.replace(/RRULE:.*/, everyDay))],
  ])('is not known if it has %s', (_, lines) => {
    expect(zoneIn(2026, ...lines)).toBeUndefined()
  })

  it.each([
    ['0000', 2026, 'Europe/Berlin'],
    ['0001', 2026, 'Europe/Berlin'],
    ['1601', 9999, 'Europe/Berlin'],
    ['0000', 9999, 'Europe/Berlin'],
    ['1601', 0, undefined],
    ['9999', 2026, undefined],
  ])('that begins in the year %s is in the year %s that of %s', (begin, year, zone) => {
    const lines = european.map((line) => line.replace('1601', begin))
    expect(zoneIn(year, ...lines)).toBe(zone)
  })

  it('is resolved for so many zones of a text only', () => {
    const zones = Array.from(
      { length: 2_000 },
      (_, at) =>
        componentTree(
          ['BEGIN:VTIMEZONE', `TZID:Zone ${at}`, ...european, 'END:VTIMEZONE'].join('\r\n'),
        )!,
    )
    const named = describedZones(zones, ['20260504T100000'])
    const found = zones.map((_, at) => named(`Zone ${at}`))
    expect(found.filter((zone) => zone !== undefined)).toEqual(Array(10).fill('Europe/Berlin'))
    expect(named('Zone 0')).toBe('Europe/Berlin')
  })

  it('has a known name if the object says so', () => {
    const object = componentTree(
      [
        'BEGIN:VCALENDAR',
        ...['BEGIN:VTIMEZONE', 'TZID:Mine', ...european, 'END:VTIMEZONE'],
        ...['BEGIN:VTIMEZONE', 'TZID:Other', 'X-LIC-LOCATION:Asia/Tokyo', 'END:VTIMEZONE'],
        ...['BEGIN:VEVENT', 'DTSTART;TZID=Mine:20260504T100000', 'END:VEVENT'],
        'END:VCALENDAR',
      ].join('\r\n'),
    )!
    const { named } = zonesOfObject(object, 'UTC')
    expect(
      [
        ...['Mine', 'Other', 'Nobody', 'W. Europe Standard Time', 'America/New_York'],
        ...['/freeassociation.sourceforge.net/Europe/Paris', '/x/America/Argentina/Ushuaia'],
      ].map(named),
    ).toEqual([
      ...['Europe/Berlin', 'Asia/Tokyo', undefined, 'Europe/Berlin', 'America/New_York'],
      ...['Europe/Paris', 'America/Argentina/Ushuaia'],
    ])
  })

  it('has the offsets of the zone that it was made from, whichever that is', () => {
    const from = Date.UTC(2026, 0, 1)
    const zones = Intl.supportedValuesOf('timeZone').filter((_, at) => at % 10 === 0)
    for (const zone of zones) {
      const [text] = zoneComponents([zone], { from, to: from, isEndless: true })
      const found = text && zoneOf(componentTree(text.replace(/TZID:.*/, 'TZID:Mine'))!, 2026)
      if (text === undefined) continue
      for (const month of [1, 4, 7, 10, 11]) {
        const at = Temporal.PlainDateTime.from({ year: 2026, month, day: 5, hour: 12 })
        expect([zone, at.toZonedDateTime(found!).offset]).toEqual([
          zone,
          at.toZonedDateTime(zone).offset,
        ])
      }
    }
  })
})

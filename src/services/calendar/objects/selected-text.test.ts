import { describe, expect, it } from 'vitest'
import { selectedText, type TextSelection } from './selected-text.ts'

const ms = (text: string) => Temporal.Instant.from(text).epochMilliseconds
const range = (from: string, to: string) => ({ fromMs: ms(from), toMs: ms(to) })

const exception = (originalStart: string, start: string, ...lines: string[]) => [
  'BEGIN:VEVENT',
  'UID:a',
  `RECURRENCE-ID;TZID=Europe/Berlin:${originalStart}`,
  `DTSTART;TZID=Europe/Berlin:${start}`,
  'DURATION:PT1H',
  ...lines,
  'END:VEVENT',
]

const text = [
  'BEGIN:VCALENDAR',
  'VERSION:2.0',
  'PRODID:-//Program//EN',
  'BEGIN:VTIMEZONE',
  'TZID:Europe/Berlin',
  'END:VTIMEZONE',
  'BEGIN:VTIMEZONE',
  'TZID:My own zone',
  'END:VTIMEZONE',
  'BEGIN:VEVENT',
  'UID:a',
  'DTSTART;TZID=Europe/Berlin:20260501T090000',
  'DTEND;TZID=Europe/Berlin:20260501T100000',
  'RRULE:FREQ=DAILY',
  'SUMMARY:Daily',
  'ATTENDEE;CN="A: B":mailto:b@example.com',
  'BEGIN:VALARM',
  'ACTION:DISPLAY',
  'TRIGGER:-PT5M',
  'END:VALARM',
  'END:VEVENT',
  ...exception('20260503T090000', '20260503T110000'),
  ...exception('20260510T090000', '20260520T090000'),
  'END:VCALENDAR',
  '',
].join('\r\n')

const selected = (selection: Partial<TextSelection>) =>
  selectedText(
    text,
    { exceptionsIn: undefined, component: undefined, omitsZones: false, ...selection },
    'UTC',
  )

describe('the part of an object that a program wants', () => {
  it.each([
    ['where an exception is', range('2026-05-20T06:00:00Z', '2026-05-20T09:00:00Z'), ['20260510']],
    ['where it was', range('2026-05-10T07:30:00Z', '2026-05-10T07:45:00Z'), ['20260510']],
    ['on one side of it', range('2026-05-03T08:00:00Z', '2026-05-03T09:00:00Z'), []],
    ['of both', range('2026-05-01T00:00:00Z', '2026-06-01T00:00:00Z'), ['20260503', '20260510']],
    ['of none', range('2027-05-01T00:00:00Z', '2027-06-01T00:00:00Z'), []],
  ])('has the exceptions that concern a range of time: %s', async (_, exceptionsIn, starts) => {
    const limited = await selected({ exceptionsIn })
    expect(limited).toContain('RRULE:FREQ=DAILY')
    expect(limited.match(/(?<=RECURRENCE-ID;TZID=Europe\/Berlin:)\d+/g) ?? []).toEqual(starts)
  })

  it('has the properties and components that it names', async () => {
    const name = (one: string) => ({ name: one, withoutValue: false })
    const component = {
      name: 'VCALENDAR',
      properties: [name('VERSION')],
      components: [
        {
          name: 'VEVENT',
          properties: [name('SUMMARY'), { name: 'ATTENDEE', withoutValue: true }],
          components: [],
        },
      ],
    }
    expect((await selected({ component })).split('\r\n')).toEqual([
      ...['BEGIN:VCALENDAR', 'VERSION:2.0', 'BEGIN:VEVENT', 'SUMMARY:Daily'],
      ...['ATTENDEE;CN="A: B":', 'END:VEVENT', 'BEGIN:VEVENT', 'END:VEVENT'],
      ...['BEGIN:VEVENT', 'END:VEVENT', 'END:VCALENDAR', ''],
    ])
    const alarms = {
      name: 'VCALENDAR',
      properties: undefined,
      components: [{ name: 'VEVENT', properties: [], components: undefined }],
    }
    const shown = await selected({ component: alarms })
    expect(shown).toContain('PRODID')
    expect(shown).toContain('TRIGGER:-PT5M')
    expect(shown).not.toContain('SUMMARY')
    expect(shown).not.toContain('VTIMEZONE')
  })

  it('leaves out time zones that have standard names', async () => {
    const shown = await selected({ omitsZones: true })
    expect(shown).not.toContain('TZID:Europe/Berlin')
    expect(shown).toContain('TZID:My own zone')
    expect(shown).toContain('DTSTART;TZID=Europe/Berlin:20260501T090000')
  })
})

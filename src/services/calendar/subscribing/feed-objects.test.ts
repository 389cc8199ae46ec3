import { describe, expect, it } from 'vitest'
import { comparableText, feedContent } from './feed-objects.ts'

const calendar = (...lines: string[]) =>
  ['BEGIN:VCALENDAR', 'VERSION:2.0', ...lines, 'END:VCALENDAR', ''].join('\r\n')
const event = (...lines: string[]) => ['BEGIN:VEVENT', ...lines, 'END:VEVENT'].join('\r\n')
const read = (text: string) => feedContent(text, { eventsMax: 3 })

describe('feedContent', () => {
  it.each([
    ['nothing', ''],
    ['another text', '<html></html>'],
    ['a calendar that is cut off', calendar(event('UID:a')).slice(0, -20)],
    [
      'components that overlap',
      calendar('BEGIN:VEVENT', 'BEGIN:VALARM', 'END:VEVENT', 'END:VALARM'),
    ],
    ['two calendars', calendar() + calendar()],
    ['an event outside of a calendar', event('UID:a')],
    [
      'components that are nested too deeply',
      calendar(...Array(9).fill('BEGIN:X'), ...Array(9).fill('END:X')),
    ],
    ['too many events', calendar(...['a', 'b', 'c', 'd'].map((uid) => event(`UID:${uid}`)))],
  ])('refuses %s', async (_, text) => {
    await expect(read(text)).rejects.toThrow(/A feed has at most|not one complete iCalendar/)
  })

  it('groups events by UID, and omits those without one or that are cancelled', async () => {
    const { objects } = await read(
      calendar(
        event('UID:a', 'SUMMARY:Series'),
        event('SUMMARY:Nameless'),
        event('UID:a', 'RECURRENCE-ID:20260504T090000Z', 'SUMMARY:Instance'),
      ),
    )
    expect(objects).toHaveLength(1)
    expect(objects[0]!.text.match(/SUMMARY:.*/g)).toEqual(['SUMMARY:Series', 'SUMMARY:Instance'])
    const cancelled = calendar(event('UID:a', 'STATUS:CANCELLED'), event('UID:b'))
    expect((await read(cancelled)).objects).toHaveLength(1)
  })

  it('keeps unknown properties, and omits attendees, alarms and secrecy', async () => {
    const { objects } = await read(
      calendar(
        event(
          'UID:a',
          'X-MOOD;X-LEVEL="a:b":fine',
          'ORGANIZER:mailto:a@almanac.test',
          'ATTENDEE;CN="x":mailto:b@almanac.test',
          'CLASS:PRIVATE',
          'BEGIN:VALARM',
          'ACTION:DISPLAY',
          'END:VALARM',
        ),
      ),
    )
    expect(objects[0]!.text).toContain('X-MOOD;X-LEVEL="a:b":fine')
    expect(objects[0]!.text).not.toMatch(/ORGANIZER|ATTENDEE|CLASS|VALARM/)
  })

  it('omits a duration if there is an end as well', async () => {
    const { objects } = await read(
      calendar(
        event('UID:a', 'DURATION:PT1H', 'DTEND:20260504T100000Z'),
        event('UID:b', 'DURATION:PT1H'),
      ),
    )
    expect(objects.map(({ text }) => text.match(/^D(?:TEND|URATION).*$/gm))).toEqual([
      ['DTEND:20260504T100000Z'],
      ['DURATION:PT1H'],
    ])
  })

  it('adds the time zones that an object uses', async () => {
    const zone = (id: string) => ['BEGIN:VTIMEZONE', `TZID:${id}`, 'END:VTIMEZONE'].join('\r\n')
    const { objects, zone: floating } = await read(
      calendar(
        'X-WR-TIMEZONE:Europe/Berlin',
        zone('One'),
        zone('Two'),
        event('UID:a', 'DTSTART;X-A="x;y";TZID="Two":20260504T090000'),
      ),
    )
    expect(objects[0]!.text.match(/TZID:.*/g)).toEqual(['TZID:Two'])
    expect(floating).toBe('Europe/Berlin')
  })

  it('names objects after their UIDs, wherever they are in the feed', async () => {
    const [one, other] = [event('UID:a'), event('UID:b')]
    const names = async (...events: string[]) =>
      (await read(calendar(...events))).objects.map(({ name }) => name)
    expect(await names(one, other)).toEqual((await names(other, one)).reverse())
  })
})

it('comparableText ignores when a text was sent', () => {
  const text = (stamp: string) => calendar(event('UID:a', `DTSTAMP:${stamp}`, 'SUMMARY:A'))
  expect(comparableText(text('20260101T000000Z'))).toBe(comparableText(text('20260202T000000Z')))
  expect(comparableText(text('1'))).toContain('SUMMARY:A')
})

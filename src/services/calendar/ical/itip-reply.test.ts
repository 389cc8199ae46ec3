import { describe, expect, it } from 'vitest'
import { ApiError } from '#/kernel/errors.ts'
import { expectCheapHere } from '../../../../tests/support/cpu-time.ts'
import { readReply } from './itip-reply.ts'

const attendee = 'ATTENDEE;PARTSTAT=ACCEPTED;CN=Bob:mailto:Bob@Example.com'

const calendar = (lines: readonly string[], method = 'METHOD:REPLY') =>
  [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    method,
    'BEGIN:VEVENT',
    ...lines,
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ].join('\r\n')

const reply = (...more: string[]) => calendar(['UID:event1@almanac.test', attendee, ...more])
const answered = (line: string) => calendar(['UID:event1@almanac.test', line])

describe('an answer that arrives by mail', () => {
  it('tells who answers what for which event', async () => {
    expect(await readReply(reply('SEQUENCE:3', 'COMMENT:Yes\\, gladly\\nBob'))).toEqual({
      method: 'REPLY',
      uid: 'event1@almanac.test',
      sequence: 3,
      attendee: 'bob@example.com',
      responseStatus: 'accepted',
      comment: 'Yes, gladly\nBob',
    })
  })

  it.each([
    ['ATTENDEE;PARTSTAT=DECLINED:mailto:bob@example.com', 'declined'],
    ['ATTENDEE;PARTSTAT=tentative:MAILTO:bob@example.com', 'tentative'],
    ['ATTENDEE;PARTSTAT=NEEDS-ACTION:mailto:bob@example.com', 'needsAction'],
    ['ATTENDEE:mailto:bob@example.com', 'needsAction'],
    ['ATTENDEE;CN="A;B:C,";PARTSTAT=ACCEPTED:mailto:bob@exa\r\n mple.com', 'accepted'],
  ])('takes %j for %s', async (line, responseStatus) => {
    const read = await readReply(answered(line))
    expect(read).toMatchObject({ attendee: 'bob@example.com', responseStatus, sequence: 0 })
  })

  it.each([
    ['RECURRENCE-ID:20260501T130000Z', { dateTime: '2026-05-01T13:00:00Z' }],
    ['RECURRENCE-ID;VALUE=DATE:20260501', { date: '2026-05-01' }],
    [
      'RECURRENCE-ID;TZID=Europe/Zurich:20260501T150000',
      { dateTime: '2026-05-01T15:00:00', timeZone: 'Europe/Zurich' },
    ],
    [
      'RECURRENCE-ID;TZID=Eastern Standard Time:20260501T090000',
      { dateTime: '2026-05-01T09:00:00', timeZone: 'America/New_York' },
    ],
    [
      'RECURRENCE-ID;TZID=Customized Time Zone:20260501T150000',
      { dateTime: '2026-05-01T15:00:00' },
    ],
  ])('names the instance by %s', async (line, recurrenceId) => {
    const read = await readReply(reply(line))
    expect(read.recurrenceId).toEqual(recurrenceId)
  })

  it('is read with line feeds alone, and with zones and alarms around it', async () => {
    const zone =
      'BEGIN:VTIMEZONE\nTZID:X\nBEGIN:STANDARD\nRRULE:FREQ=SECONDLY\nEND:STANDARD\nEND:VTIMEZONE'
    const text = reply('BEGIN:VALARM', 'ATTENDEE:mailto:x@example.com', 'END:VALARM')
    const plain = text.replaceAll('\r\n', '\n').replace('BEGIN:VEVENT', `${zone}\nBEGIN:VEVENT`)
    expect(await readReply(plain)).toMatchObject({ attendee: 'bob@example.com' })
  })
})

describe('a text that is no answer', () => {
  const good = reply()

  it.each([
    ['nothing', ''],
    ['prose', 'Yes, I will come.'],
    ['a counter proposal', good.replace('METHOD:REPLY', 'METHOD:COUNTER')],
    ['a request', good.replace('METHOD:REPLY', 'METHOD:REQUEST')],
    ['no method', good.replace('METHOD:REPLY\r\n', '')],
    ['no event', 'BEGIN:VCALENDAR\r\nMETHOD:REPLY\r\nEND:VCALENDAR'],
    ['a task', good.replaceAll('VEVENT', 'VTODO')],
    ['two calendars', good + good],
    ['two events', good.replace('END:VEVENT', 'END:VEVENT\r\nBEGIN:VEVENT\r\nEND:VEVENT')],
    ['another component', good.replaceAll('VCALENDAR', 'VCARD')],
    ['an end that is missing', good.replace('END:VCALENDAR\r\n', '')],
    ['properties before the beginning', `UID:1\r\n${good}`],
    ['no uid', good.replace('UID:event1@almanac.test\r\n', '')],
    ['a uid that is too long', good.replace('event1', 'x'.repeat(2_000))],
    ['no attendee', good.replace(`${attendee}\r\n`, '')],
    ['two attendees', reply(attendee)],
    ['an attendee without an address', answered('ATTENDEE;PARTSTAT=ACCEPTED:urn:uuid:1')],
    ['an attendee who is no address', answered('ATTENDEE:mailto:bob')],
    ['an answer that is not known', answered('ATTENDEE;PARTSTAT=DELEGATED:mailto:b@example.com')],
    ['an answer named like a member', answered('ATTENDEE;PARTSTAT=__PROTO__:mailto:b@example.com')],
    ['a sequence below zero', reply('SEQUENCE:-1')],
    ['an instance that is no time', reply('RECURRENCE-ID:tomorrow')],
    ['an instance on a day that is not called one', reply('RECURRENCE-ID:20260501')],
    ['an instance on no day', reply('RECURRENCE-ID;VALUE=DATE:20260231')],
    ['this instance and those after it', reply('RECURRENCE-ID;RANGE=THISANDFUTURE:20260501')],
    ['a quote that does not end', answered('ATTENDEE;CN="Bob:mailto:bob@example.com')],
    ['binary', '\u0000\u0001\uFFFF'.repeat(100)],
    ['a megabyte', good.replace('END:VEVENT', `${'X-A:1\r\n'.repeat(150_000)}END:VEVENT`)],
    ['a line of a hundred kilobytes', reply(`X-A${';B=1'.repeat(25_000)}:1`)],
  ])('is refused with a 400: %s', async (_, text) => {
    const error = await readReply(text).catch((refusal: unknown) => refusal)
    expect(error).toBeInstanceOf(ApiError)
    expect((error as ApiError).status).toBe(400)
    expect((error as ApiError).message.length).toBeLessThan(100)
  })

  it.each([
    ['a counter proposal', good.replace('METHOD:REPLY', 'METHOD:COUNTER'), /METHOD:REPLY/],
    ['an invitation', good.replace('METHOD:REPLY', 'METHOD:REQUEST'), /METHOD:REPLY/],
    ['a cancellation', good.replace('METHOD:REPLY', 'METHOD:CANCEL'), /METHOD:REPLY/],
    [
      'an answer that is none',
      answered('ATTENDEE;PARTSTAT=PERHAPS:mailto:b@example.com'),
      /answer/,
    ],
    ['nobody who answers', answered('SUMMARY:Lunch'), /attendee/],
    ['two who answer', reply(attendee), /attendee/],
    ['no address', answered('ATTENDEE;PARTSTAT=ACCEPTED:urn:uuid:1'), /address/],
  ])('is refused with what is wrong with it: %s', async (_, text, message) => {
    await expect(readReply(text)).rejects.toThrow(message)
  })

  it.each([
    ['nested components', 'BEGIN:X\r\n'.repeat(15_000) + 'END:X\r\n'.repeat(15_000)],
    [
      'zones',
      `${'BEGIN:VTIMEZONE\r\nRRULE:FREQ=SECONDLY;COUNT=999999999\r\nEND:VTIMEZONE\r\n'.repeat(3_000)}`,
    ],
    ['parameters', `X-A${';B=1'.repeat(2_400)}:1\r\n`.repeat(25)],
    ['quotes', `X-A;B="${'","'.repeat(3_000)}":1\r\n`.repeat(20)],
    ['members', `MEMBER;MEMBER="${'a","'.repeat(2_000)}":1\r\n`.repeat(20)],
    ['a description', `DESCRIPTION:${'\\,\\n;B=1:"'.repeat(20_000)}\r\n`],
    ['a description with parameters', `DESCRIPTION;A="x:${';B=1'.repeat(50_000)}":1\r\n`],
    ['dates', `RDATE:${'20260101,'.repeat(1_000)}20260101\r\n`.repeat(25)],
  ])('costs next to nothing, whatever it is full of: %s', async (_, filling) => {
    const text = reply().replace('BEGIN:VEVENT', `${filling}BEGIN:VEVENT`)
    await expectCheapHere(() =>
      readReply(text).catch((refusal: unknown) => expect(refusal).toBeInstanceOf(ApiError)),
    )
  })
})

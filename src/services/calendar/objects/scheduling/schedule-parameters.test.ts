import { describe, expect, it } from 'vitest'
import { scheduleParameters, withScheduleStatuses } from './schedule-parameters.ts'

const text = (...lines: string[]) =>
  ['BEGIN:VCALENDAR', 'BEGIN:VEVENT', ...lines, 'END:VEVENT', 'END:VCALENDAR', ''].join('\r\n')

const attendee = (parameters: string, email = 'a@example.com') =>
  `ATTENDEE${parameters}:mailto:${email}`

describe('schedule parameters', () => {
  it.each([
    ['', []],
    [';SCHEDULE-AGENT=SERVER', []],
    [';SCHEDULE-AGENT=CLIENT', ['a@example.com']],
    [';CN="x:y";SCHEDULE-AGENT="NONE"', ['a@example.com']],
    [';schedule-agent=client', ['a@example.com']],
    // What a server does not know is as good as NONE (RFC 6638, 7.1).
    [';SCHEDULE-AGENT=X-OTHER', ['a@example.com']],
    [';CN=";SCHEDULE-AGENT=CLIENT"', []],
  ])('of an attendee with "%s" leave the invitation to others: %j', (parameters, expected) => {
    const { invitedElsewhere } = scheduleParameters(text(attendee(parameters)))
    expect(invitedElsewhere).toEqual(expected)
  })

  it('tell whether the organizer gets a response', () => {
    const of = (parameters: string) =>
      scheduleParameters(text(`ORGANIZER${parameters}:mailto:o@example.com`))
    expect(of('')).toMatchObject({ isReplyWithheld: false, isReplyForced: false })
    expect(of(';SCHEDULE-AGENT=CLIENT').isReplyWithheld).toBe(true)
    expect(of(';SCHEDULE-FORCE-SEND=REPLY').isReplyForced).toBe(true)
    expect(scheduleParameters(text(attendee(';SCHEDULE-FORCE-SEND=REQUEST'))).forced).toEqual([
      'a@example.com',
    ])
  })

  it('ignore the attendees of alarms', () => {
    const alarm = ['BEGIN:VALARM', attendee(';SCHEDULE-AGENT=CLIENT'), 'END:VALARM']
    expect(scheduleParameters(text(...alarm)).invitedElsewhere).toEqual([])
    expect(withScheduleStatuses(text(...alarm), () => '1.2')).toBe(text(...alarm))
  })
})

describe('a text with statuses', () => {
  it('has those of the server in place of those that were sent', () => {
    const sent = text(attendee(';SCHEDULE-STATUS="9.9,8.8";CN=A;SCHEDULE-FORCE-SEND=REQUEST'))
    expect(withScheduleStatuses(sent, () => '1.1')).toBe(
      text(attendee(';CN=A;SCHEDULE-STATUS=1.1')),
    )
    expect(withScheduleStatuses(sent, () => undefined)).toBe(text(attendee(';CN=A')))
  })

  it('stays as it is otherwise, folded lines and line ends included', () => {
    const sent = text('SUMMARY:a\r\n b', 'ATTENDEE;CN=\r\n A:mailto:a@exa\r\n mple.com').replaceAll(
      'SUMMARY',
      'X-A:\n\tb\nSUMMARY',
    )
    expect(withScheduleStatuses(sent, () => undefined)).toBe(sent)
    const told = withScheduleStatuses(sent, ({ email }) =>
      email === 'a@example.com' ? '1.2' : '9',
    )
    expect(told).toBe(
      sent.replace(
        'ATTENDEE;CN=\r\n A:mailto:a@exa\r\n mple.com',
        'ATTENDEE;CN=A;SCHEDULE-STATUS=1.2:mailto:a@example.com',
      ),
    )
  })

  it('folds lines that became too long', () => {
    const told = withScheduleStatuses(text(attendee(`;CN=${'a'.repeat(60)}`)), () => '1.2')
    expect(told.split('\r\n').every((line) => line.length <= 75)).toBe(true)
    expect(told.replaceAll('\r\n ', '')).toContain(';SCHEDULE-STATUS=1.2:mailto:a@example.com')
  })
})

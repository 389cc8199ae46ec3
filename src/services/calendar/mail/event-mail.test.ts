import { describe, expect, it } from 'vitest'
import { eventMail, noonMs } from '../../../../tests/support/event-mails.ts'
import type { EventMail } from './calendar-mail.ts'
import { eventMails } from './event-mail.ts'

const mailsOf = (mail: EventMail) => eventMails(mail, noonMs)
const attendeesIn = (text: string) =>
  [...text.replaceAll('\r\n ', '').matchAll(/mailto:(\S+)/g)].map(([, email]) => email)

describe('mail about an event', () => {
  it('is sent to each recipient, with the same id each time it is rendered', () => {
    const [first, second] = [mailsOf(eventMail()), mailsOf(eventMail())]
    expect(first.map(({ to }) => to)).toEqual(['bob@example.com', 'carol@example.com'])
    expect(new Set(first.map(({ id }) => id)).size).toBe(2)
    expect(second).toEqual(first)
    const another = mailsOf(eventMail({}, { changeId: 'change-2' }))
    expect(another[0]!.id).not.toBe(first[0]!.id)
  })

  it('is sent in the name of the sender, with replies to them', () => {
    const [mail] = mailsOf(eventMail())
    expect([mail!.fromName, mail!.replyTo]).toEqual(['Alice via Almanac', 'alice@example.com'])
  })

  it.each([
    [{}, 'Invitation: Planning', 'Alice invites you to this event.'],
    [{ isUpdate: true }, 'Updated invitation: Planning', 'Alice has changed this event.'],
    [{ method: 'CANCEL' }, 'Cancelled event: Planning', 'Alice has cancelled this event.'],
  ] as const)(
    'says in its subject and first sentence what has happened: %o',
    (more, subject, opening) => {
      const [mail] = mailsOf(eventMail({}, more))
      expect(mail!.subject).toBe(subject)
      expect(mail!.text.startsWith(`${opening}\n`)).toBe(true)
      expect(mail!.html).toContain(`<p>${opening}</p>`)
      expect(mail!.calendar!.text).toContain(
        `METHOD:${'method' in more ? more.method : 'REQUEST'}\r\n`,
      )
    },
  )

  it.each([
    ['accepted', 'Accepted: Planning', 'ACCEPTED'],
    ['declined', 'Declined: Planning', 'DECLINED'],
    ['tentative', 'Tentative: Planning', 'TENTATIVE'],
  ])(
    'tells the organizer of a guest who answers %s, and of nobody else',
    (responseStatus, subject, partstat) => {
      const attendees = [
        { email: 'Bob@example.com', responseStatus, comment: 'Sorry,\nlate' },
        { email: 'carol@example.com', responseStatus: 'accepted' },
      ]
      const reply = { method: 'REPLY', from: { email: 'bob@example.com' } } as const
      const [mail] = mailsOf(
        eventMail({ attendees }, { ...reply, recipients: ['alice@example.com'] }),
      )
      expect(mail!.subject).toBe(subject)
      expect(mail!.text).toContain('They say: Sorry, late')
      const { text } = mail!.calendar!
      expect(text.replaceAll('\r\n ', '')).toContain(`PARTSTAT=${partstat}:mailto:Bob@example.com`)
      expect(text).toContain('COMMENT:Sorry\\,\\nlate\r\n')
      expect(text).not.toContain('carol@')
      expect(mail!.text).not.toContain('carol@')
    },
  )

  it('shows guests to each other unless they may not see each other', () => {
    const open = mailsOf(eventMail())[0]!
    expect(attendeesIn(open.calendar!.text)).toContain('carol@example.com')
    expect(open.text).toContain('carol@example.com')
    const hidden = mailsOf(eventMail({ guestsCanSeeOtherGuests: false }))
    for (const { to, calendar, text, html } of hidden) {
      expect(attendeesIn(calendar!.text)).toEqual(['alice@example.com', to])
      const other = to === 'bob@example.com' ? 'carol@example.com' : 'bob@example.com'
      expect([text, html, calendar!.text].join()).not.toContain(other)
    }
  })

  it('contains no attendee list that is too long for every mail', () => {
    const guests = Array.from({ length: 501 }, (_, index) => ({ email: `g${index}@example.com` }))
    const [mail] = mailsOf(eventMail({ attendees: guests }, { recipients: ['g7@example.com'] }))
    expect(attendeesIn(mail!.calendar!.text)).toEqual(['alice@example.com', 'g7@example.com'])
  })

  it("shows the time in the recipient's time zone and format", () => {
    const tellings = new Map([
      ['bob@example.com', { zone: 'America/New_York', clock: 12 as const }],
    ])
    const [bob, carol] = eventMails(eventMail(), noonMs, tellings)
    expect(bob!.text).toContain('When: Fri, 1 May 2026, 9:00 am – 10:30 am (America/New_York)\n')
    expect(carol!.text).toContain('When: Fri, 1 May 2026, 15:00 – 16:30 (Europe/Zurich)\n')
  })

  it('shows the time, the location and how to join', () => {
    const [mail] = mailsOf(
      eventMail({
        location: 'Room 1',
        conferenceData: {
          entryPoints: [{ entryPointType: 'video', uri: 'https://meet.test/abc' }],
        },
      }),
    )
    expect(mail!.text).toContain('When: Fri, 1 May 2026, 15:00 – 16:30 (Europe/Zurich)\n')
    expect(mail!.text).toContain('Where: Room 1\nJoin: https://meet.test/abc\n')
    expect(mail!.text).toContain('Organizer: ')
    expect(mail!.text).toContain('Open the event: https://almanac.test/calendar/event?eid=abc')
  })
})

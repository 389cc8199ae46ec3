import fc from 'fast-check'
import ICAL from 'ical.js'
import { describe, expect, it } from 'vitest'
import { eventMail, noonMs } from '../../../../tests/support/event-mails.ts'
import type { Event } from '../schemas/event.ts'
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
    const timeStyles = new Map([
      ['bob@example.com', { zone: 'America/New_York', clock: 12 as const }],
    ])
    const [bob, carol] = eventMails(eventMail(), noonMs, timeStyles)
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

const mailOf = (event: Event) => eventMails(eventMail(event), noonMs)[0]!

const hostile = [
  'Plan\r\nBcc: victim@example.com',
  'Plan\nATTENDEE:mailto:victim@example.com\nEND:VEVENT',
  'a;b,c\\d:e"f\\nliteral',
  '<script>alert(1)</script><img src=x onerror=alert(1)>',
  '📅 Größe \u2028next\u2029line\u0085\u0000\u001b[31m',
  '"; CN=evil:mailto:victim@example.com',
  "^n^^quoted^'",
  '\ud800 alone',
]

describe('mail with texts that mean harm', () => {
  it.each(hostile)('keeps %j to the place it was written in', (text) => {
    const mail = mailOf({
      summary: text,
      location: text,
      description: text,
      iCalUID: text,
      organizer: { email: 'alice@example.com', displayName: text },
      attendees: [{ email: 'bob@example.com', displayName: text, comment: text }],
    })
    expectHarmless(mail)
    const event = eventIn(mail.calendar!.text)
    expect(event.getAllProperties('attendee')).toHaveLength(1)
    expect(event.getAllProperties('organizer')).toHaveLength(1)
    expect(event.getFirstPropertyValue('sequence')).toBe(2)
  })

  it('is read back as it was written, for any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 300 }), (summary) => {
        const mail = mailOf({ summary })
        expectHarmless(mail)
        const cleaned = summary
          .replace(/\r\n?|[\u2028\u2029]/g, '\n')
          .replace(/\t/g, ' ')
          .replace(/(?!\n)\p{Cc}/gu, '')
          .trim()
        expect(eventIn(mail.calendar!.text).getFirstPropertyValue('summary') ?? '').toBe(cleaned)
      }),
    )
  })

  it('is bounded for texts of any length', () => {
    const long = 'x<b>&amp;</b> '.repeat(80_000)
    const mail = mailOf({ summary: long, location: long, description: long })
    expect(mail.subject.length).toBeLessThan(400)
    expect(mail.calendar!.text.length).toBeLessThan(40_000)
    expect(mail.text.length + mail.html.length).toBeLessThan(40_000)
  })

  it('creates no link for an address that runs a script', () => {
    const mail = mailOf({ htmlLink: 'javascript:alert(1)' })
    expect(mail.html).not.toContain('href')
    expect(mail.calendar!.text).not.toContain('URL')
  })
})

const eventIn = (text: string) =>
  new ICAL.Component(ICAL.parse(text)).getFirstSubcomponent('vevent')!

function expectHarmless(mail: ReturnType<typeof mailOf>): void {
  expect(mail.subject).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}]/u)
  expect(mail.fromName).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}]/u)
  expect(mail.html.replace(/&(?:amp|lt|gt|quot|#39);/g, '')).not.toMatch(/<(?:script|img)|&/i)
  expect(
    new ICAL.Component(ICAL.parse(mail.calendar!.text)).getAllSubcomponents('vevent'),
  ).toHaveLength(1)
}

import fc from 'fast-check'
import ICAL from 'ical.js'
import { describe, expect, it } from 'vitest'
import { eventMail, noonMs } from '../../../../tests/support/event-mails.ts'
import type { Event } from '../schemas/event.ts'
import { eventMails } from './event-mail.ts'

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

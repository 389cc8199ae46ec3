import { createTransport } from 'nodemailer'
import PostalMime from 'postal-mime'
import { describe, expect, it } from 'vitest'
import type { Mail } from './mail.ts'
import { messageOf } from './message.ts'

const mail = (more: Partial<Mail> = {}): Mail => ({
  id: 'mail1',
  recipient: 'bob@example.com',
  sender: 'no-reply@almanac.test',
  senderName: 'Alice via Almanac',
  replyTo: 'alice@example.com',
  subject: 'Invitation: Planning',
  textPart: 'Größe 📅\n',
  htmlPart: '<p>Größe 📅</p>',
  calendarPart: 'BEGIN:VCALENDAR\r\nSUMMARY:Größe 📅\r\nEND:VCALENDAR\r\n',
  calendarMethod: 'REQUEST',
  messageId: 'abc@almanac.test',
  state: 'waiting',
  attempts: 0,
  lastError: null,
  createdAtMs: Temporal.Instant.from('2026-03-01T12:00:00Z').epochMilliseconds,
  sentAtMs: null,
  ...more,
})

async function sent(more: Partial<Mail> = {}) {
  const transport = createTransport({ streamTransport: true, buffer: true })
  const { message, envelope } = await transport.sendMail(messageOf(mail(more)))
  const raw = message as Buffer
  return { raw: raw.toString(), envelope, parsed: await PostalMime.parse(raw) }
}

describe('a mail on its way', () => {
  it('contains its sender, its recipient and its number', async () => {
    const { parsed, envelope, raw } = await sent()
    expect(parsed.from).toMatchObject({
      name: 'Alice via Almanac',
      address: 'no-reply@almanac.test',
    })
    expect(parsed.to).toMatchObject([{ address: 'bob@example.com' }])
    expect(parsed.replyTo).toMatchObject([{ address: 'alice@example.com' }])
    expect(parsed.messageId).toBe('<abc@almanac.test>')
    expect(parsed.date).toBe('2026-03-01T12:00:00.000Z')
    expect(parsed.subject).toBe('Invitation: Planning')
    expect(envelope).toEqual({ from: 'no-reply@almanac.test', to: ['bob@example.com'] })
    expect(raw).toMatch(/^Auto-Submitted: auto-generated\r$/m)
  })

  it('has text, HTML and the calendar as alternatives, and the calendar as a file', async () => {
    const { parsed, raw } = await sent()
    expect(parsed.text?.trim()).toBe('Größe 📅')
    expect(parsed.html?.trim()).toBe('<p>Größe 📅</p>')
    expect(raw).toMatch(/^Content-Type: text\/calendar; charset=utf-8; method=REQUEST/m)
    const texts = parsed.attachments.map(({ content }) =>
      typeof content === 'string' ? content : Buffer.from(content as ArrayBuffer).toString(),
    )
    const calendar = mail().calendarPart!.replaceAll('\r\n', '\n')
    expect(texts.map((text) => text.replaceAll('\r\n', '\n'))).toEqual([calendar, calendar])
    expect(parsed.attachments.map(({ filename }) => filename)).toContain('invite.ics')
  })

  it('has no calendar if there is none', async () => {
    const { parsed, raw } = await sent({ calendarPart: null, calendarMethod: null })
    expect(parsed.attachments).toEqual([])
    expect(raw).not.toContain('text/calendar')
  })

  it.each([
    'Plan\r\nBcc: victim@example.com',
    'Plan\nBcc: victim@example.com\n\nbody',
    'Eve <victim@example.com>, "x',
    '"; <victim@example.com>;',
    'Größe 📅 '.repeat(50),
  ])('cannot be given another recipient or header by the text %j', async (text) => {
    const { parsed, envelope, raw } = await sent({ subject: text, senderName: text })
    expect(envelope.to).toEqual(['bob@example.com'])
    expect(parsed.headers.filter(({ key }) => key === 'bcc' || key === 'cc')).toEqual([])
    expect(parsed.to).toMatchObject([{ address: 'bob@example.com' }])
    expect(parsed.from).toMatchObject({ address: 'no-reply@almanac.test' })
    expect(Math.max(...raw.split('\r\n').map(({ length }) => length))).toBeLessThan(998)
  })
})

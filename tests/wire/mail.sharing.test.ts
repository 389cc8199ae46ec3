import { describe, expect, it } from 'vitest'
import { send } from '../support/http.ts'
import { MailReceiver } from '../support/mail-receiver.ts'
import { outboxOf } from '../support/outbox.ts'
import { wireEngines } from '../support/server.ts'
import { newSharedCalendar } from '../support/sharing.ts'
import { onEveryEngine } from '../support/sites.ts'

const bob = { type: 'user', value: 'bob@example.com' }

onEveryEngine('the mail of a server without a mail server', (site) => {
  it('is stored in the outbox, and names its subject', async () => {
    const calendar = await newSharedCalendar(site)
    await calendar.insert({ role: 'writer', scope: bob })
    const [mail, ...others] = await calendar.mails()
    expect(others).toEqual([])
    const { email } = calendar.owner
    expect(mail).toMatchObject({
      to: 'bob@example.com',
      from: `${email} via Almanac <no-reply@almanac.test>`,
      replyTo: email,
      subject: `${email} has shared a calendar with you: Work`,
      state: 'kept',
      attempts: 0,
    })
    const link = `${site.base}/calendar/r?cid=${Buffer.from(calendar.id).toString('base64url')}`
    expect(mail!.text).toContain(`Open the calendar: ${link}\n`)
    expect(mail!.html).toContain(`<a href="${link}">`)
    expect(mail).not.toHaveProperty('calendar')
    expect(mail).not.toHaveProperty('sentAt')
  })

  // The rules below do not depend on the engine.
  if (!site.isEmbedded) return

  it('shows the title of the calendar as text, whatever it is', async () => {
    const owner = await site.user()
    const summary = '<img src=x onerror=alert(1)>\r\nBcc: eve@example.com'
    const { calendar } = await owner.newCalendar({ summary })
    const rules = `/calendars/${calendar.id}/acl`
    await owner.post(rules, { role: 'reader', scope: { type: 'user', value: 'carol@example.com' } })
    const mail = (await outboxOf(site)).find(({ to }) => to === 'carol@example.com')
    expect(mail!.subject).toMatch(/: <img src=x onerror=alert\(1\)> Bcc: eve@example\.com$/)
    expect(mail!.html).not.toContain('<img')
  })
})

describe('the mail of a server with a mail server', () => {
  it('arrives there exactly once, and is shown as sent', async () => {
    await using receiver = await MailReceiver.open()
    await using place = await wireEngines[0]!.place()
    const server = await place.start({
      ALMANAC_MODE: 'dev',
      ALMANAC_SMTP_URL: receiver.url,
      ALMANAC_MAIL_FROM: 'Calendars <calendars@example.org>',
      ALMANAC_PUBLIC_URL: 'https://almanac.example.org',
    })
    const { email, token } = await server.mint()
    const calendars = `${server.base}/calendar/v3/calendars`
    const headers = { Authorization: `Bearer ${token}` }
    const body = { role: 'reader', scope: bob }
    const made = await send(calendars, { method: 'POST', headers, body: { summary: 'Work' } })
    await send(`${calendars}/${made.json.id}/acl`, { method: 'POST', headers, body })

    const call = (path: string) => send(`${server.base}${path}`)
    const [shown] = await outboxOf({ call })
    expect(shown).toMatchObject({ to: 'bob@example.com', state: 'sent', attempts: 1 })
    expect(await server.stop()).toBe(0)
    expect(receiver.received).toHaveLength(1)
    const { to, parsed } = receiver.received[0]!
    expect(to).toEqual(['bob@example.com'])
    expect(parsed.from).toMatchObject({ address: 'calendars@example.org' })
    expect(parsed.replyTo).toMatchObject([{ address: email }])
    expect(parsed.subject).toBe(shown!.subject)
    expect(parsed.text).toContain('https://almanac.example.org/calendar/r?cid=')
  })
})

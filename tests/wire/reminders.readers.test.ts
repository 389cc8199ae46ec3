import { expect, it } from 'vitest'
import {
  type CalendarEvents,
  primaryEvents,
  secondaryEvents,
  sharedWith,
} from '../support/event-bodies.ts'
import {
  at,
  clockAt,
  email,
  entryPath,
  own,
  remindedOf,
  remindersTo,
  setDefaults,
} from '../support/reminded.ts'
import { runAlmanac } from '../support/server.ts'
import { onServers } from '../support/sites.ts'

onServers('those who are reminded by mail', (site) => {
  const reminded = ({ user }: CalendarEvents) => remindedOf(site, user.email)

  it('are for each user of a calendar as that user has chosen', async () => {
    await clockAt(site, at('08:00:00'))
    const events = await secondaryEvents(site)
    const guest = await sharedWith(site, events, 'writer')
    await setDefaults(guest, email(10))
    const { id } = await events.make(own(email(20)))
    await clockAt(site, at('08:40:00'))
    expect([await reminded(events), await reminded(guest)]).toEqual([['Lunch'], []])
    await clockAt(site, at('08:50:00'))
    expect([await reminded(events), await reminded(guest)]).toEqual([['Lunch'], ['Lunch']])
    await guest.patch(id, own(email(5)))
    await clockAt(site, at('08:55:00'))
    expect(await reminded(guest)).toEqual(['Lunch', 'Lunch'])
  })

  it.each(['none', 'freeBusyReader'])(
    'do not go to somebody whose role has become %s',
    async (role) => {
      await clockAt(site, at('08:00:00'))
      const events = await secondaryEvents(site)
      const guest = await sharedWith(site, events, 'writer')
      await setDefaults(guest, email(10))
      await events.make({ summary: 'By default' })
      await guest.make({ summary: 'By choice', ...own(email(20)) })
      await clockAt(site, at('08:20:00'))
      const rule = `/calendars/${events.calendarId}/acl/user:${guest.user.email}`
      await events.user.patch(`${rule}?sendNotifications=false`, { role })
      await clockAt(site, at('09:00:00'))
      expect(await reminded(guest)).toEqual([])
    },
  )

  // The rules below do not depend on the engine.
  if (!site.isEmbedded) return

  it.each(['hidden', 'off the list'])('do not follow a calendar that is %s', async (how) => {
    await clockAt(site, at('08:00:00'))
    const events = await secondaryEvents(site)
    const guest = await sharedWith(site, events, 'writer')
    await setDefaults(guest, email(10))
    await events.make()
    const path = entryPath(guest)
    const { user } = guest
    await (how === 'hidden' ? user.patch(path, { hidden: true }) : user.delete(path))
    await clockAt(site, at('09:00:00'))
    expect(await reminded(guest)).toEqual([])
  })

  const begin = async (now = at('08:00:00')) => {
    await clockAt(site, now)
    return primaryEvents(site)
  }

  it('tell times as their reader has set it', async () => {
    const events = await begin()
    await events.user.changeSetting('timezone', 'Asia/Kolkata')
    await events.user.changeSetting('format24HourTime', 'true')
    await events.make(own(email(0)))
    await clockAt(site, at('09:00:00'))
    const [mail] = await remindersTo(site, events.user.email)
    expect(mail!.subject).toContain('Fri, 1 May 2026, 14:30 – 15:30 (Asia/Kolkata)')
    expect(mail!.text).toContain('when it starts')
  })

  it('are not sent for unanswered invitations to users who disable that', async () => {
    const events = await begin()
    const asked = (responseStatus: string) => ({
      summary: responseStatus,
      attendees: [{ email: events.user.email, responseStatus }],
      ...own(email(10)),
    })
    await events.user.changeSetting('remindOnRespondedEventsOnly', 'true')
    await events.make({ summary: 'own', ...own(email(10)) })
    for (const answer of ['needsAction', 'tentative', 'accepted']) await events.make(asked(answer))
    await clockAt(site, at('09:00:00'))
    expect(await reminded(events)).toEqual(['accepted', 'own', 'tentative'])
  })

  it('are called by what their reader calls the calendar', async () => {
    await clockAt(site, at('08:00:00'))
    const events = await secondaryEvents(site, { summary: 'Team' })
    const guest = await sharedWith(site, events, 'reader')
    await setDefaults(guest, email(10))
    await guest.user.patch(entryPath(guest), { summaryOverride: 'Them' })
    await events.make(own(email(10)))
    await clockAt(site, at('08:50:00'))
    expect((await remindersTo(site, events.user.email))[0]!.subject).toMatch(/ \(Team\)$/)
    expect((await remindersTo(site, guest.user.email))[0]!.subject).toMatch(/ \(Them\)$/)
  })

  it('show no more of a private event than their reader may see', async () => {
    await clockAt(site, at('08:00:00'))
    const events = await secondaryEvents(site)
    const guest = await sharedWith(site, events, 'reader')
    await setDefaults(guest, email(10))
    const secret = { summary: 'Secret', location: 'Vault', visibility: 'private' }
    await events.make({ ...secret, attendees: [{ email: 'ann@elsewhere.test' }] })
    await clockAt(site, at('08:50:00'))
    const [mail, ...others] = await remindersTo(site, guest.user.email)
    expect(others).toEqual([])
    expect(mail!.subject).toMatch(/^Reminder: Busy @ /)
    expect(JSON.stringify(mail)).not.toMatch(/Secret|Vault|ann@elsewhere/)
  })

  it('are not sent to disabled or deleted users', async () => {
    await clockAt(site, at('08:00:00'))
    const events = await secondaryEvents(site)
    const guest = await sharedWith(site, events, 'writer')
    await setDefaults(guest, email(10))
    await guest.make(own(email(20)))
    const gone = await primaryEvents(site)
    await gone.make(own(email(10)))
    const { admin, call } = await administrator()
    await call(`/users/${guest.user.email}/disable`, 'POST')
    await call(`/users/${gone.user.email}`, 'DELETE')
    await admin.make({ summary: 'Still here', ...own(email(10)) })
    await clockAt(site, at('09:00:00'))
    expect(await reminded(admin)).toEqual(['Still here'])
    expect([await reminded(guest), await reminded(gone)]).toEqual([[], []])
  })

  it('have texts that cannot break out of their place', async () => {
    const events = await begin()
    const summary = '<script>alert(1)</script>\r\nBcc: eve@elsewhere.test'
    await events.make({ summary, ...own(email(10)) })
    await events.make({ summary: '', location: '"><img src=x>', ...own(email(10)) })
    await clockAt(site, at('08:50:00'))
    const mails = await remindersTo(site, events.user.email)
    expect(mails).toHaveLength(2)
    for (const mail of mails) {
      expect(mail.subject).not.toMatch(/[\r\n]/)
      expect(mail.html).not.toMatch(/<script|<img/)
    }
    expect(await reminded(events)).toContain('(No title)')
  })

  async function administrator() {
    const admin = await primaryEvents(site)
    await runAlmanac(['user', 'role', admin.user.email, 'owner'], site.place.environment)
    const call = async (path: string, method: string) => {
      const headers = { Authorization: `Bearer ${admin.user.token}` }
      const reply = await site.call(`/admin/v1${path}`, { method, headers })
      if (reply.status >= 300) throw new Error(`${path}: ${reply.status} ${reply.text}`)
    }
    return { admin, call }
  }
})

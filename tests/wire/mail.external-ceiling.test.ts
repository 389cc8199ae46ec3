import { expect, it } from 'vitest'
import { callInBatch } from '../support/batch-call.ts'
import { expectRefusal } from '../support/refusal.ts'
import { runAlmanac } from '../support/server.ts'
import { onEmbeddedServer } from '../support/sites.ts'
import type { WireUser } from '../support/wire-user.ts'

const day = { start: { date: '2030-01-01' }, end: { date: '2030-01-02' } }
const tooMuch = { status: 403, reason: 'quotaExceeded', domain: 'usageLimits' }

const invite = (user: WireUser, emails: readonly string[], sendUpdates = 'all') =>
  user.post(`/calendars/primary/events?sendUpdates=${sendUpdates}`, {
    ...day,
    attendees: emails.map((email) => ({ email })),
  })

const strangers = (count: number) =>
  Array.from({ length: count }, (_, at) => `stranger${at}@elsewhere.test`)

onEmbeddedServer(
  'mail to addresses of elsewhere',
  (site) => {
    it('is sent as long as it is not too much for a day', async () => {
      const user = await site.user()
      expect((await invite(user, strangers(3))).status).toBe(200)
      const refused = await invite(user, strangers(3))
      expectRefusal(refused, tooMuch)
      expect(refused.json.error!.message).toMatch(/5 mails a day .* The day ends at 2/)
      expect((await invite(user, strangers(2))).status).toBe(200)
      expect((await user.get('/calendars/primary/events')).json.items).toHaveLength(2)
      expect((await invite(await site.user(), strangers(5))).status).toBe(200)
    })

    it('is refused for sharing as well, and the calendar is not shared', async () => {
      const user = await site.user()
      await invite(user, strangers(5))
      const rule = { role: 'reader', scope: { type: 'user', value: 'someone@elsewhere.test' } }
      expectRefusal(await user.post('/calendars/primary/acl', rule), tooMuch)
      const silent = '/calendars/primary/acl?sendNotifications=false'
      expect((await user.post(silent, rule)).status).toBe(200)
    })

    it('counts neither users of this server, nor its domains, nor changes without mail', async () => {
      const [user, friend] = [await site.user(), await site.user()]
      const add = ['domain', 'add', 'ours.example']
      expect((await runAlmanac(add, site.place.environment)).code).toBe(0)
      const ours = [
        friend.email,
        ...strangers(9).map((email) => email.replace('elsewhere.test', 'ours.example')),
      ]
      expect((await invite(user, ours)).status).toBe(200)
      expect((await invite(user, strangers(50), 'none')).status).toBe(200)
      expect((await invite(user, strangers(5))).status).toBe(200)
    })

    it('stays within the limit when many invitations come at once', async () => {
      const user = await site.user()
      const line = 'POST /calendar/v3/calendars/primary/events?sendUpdates=all'
      const calls = strangers(40).map((email) => ({
        line,
        body: { ...day, attendees: [{ email }] },
      }))
      const parts = await callInBatch(calls, { ...user, path: '/batch/calendar/v3' })
      expect(parts.filter(({ status }) => status === 200)).toHaveLength(5)
      expect(new Set(parts.map(({ status }) => status))).toEqual(new Set([200, 403]))
    })
  },
  { ALMANAC_EXTERNAL_MAIL_PER_DAY: '5' },
)

import { beforeAll, expect, it } from 'vitest'
import { newApiKey } from '../support/api-key.ts'
import { share } from '../support/listed-calendars.ts'
import { done, eventCalendar } from '../support/listed-events.ts'
import { expectRefusal, insufficientPermissions } from '../support/refusal.ts'
import { onServers } from '../support/sites.ts'
import type { WireUser } from '../support/wire-user.ts'

const window = { timeMin: '2026-05-04T00:00:00Z', timeMax: '2026-05-05T00:00:00Z' }
const tenToEleven = { start: '2026-05-04T10:00:00Z', end: '2026-05-04T11:00:00Z' }
const seen = { busy: [tenToEleven] }
const notThere = { errors: [{ domain: 'global', reason: 'notFound' }], busy: [] }

onServers('who sees when a calendar is busy', (site) => {
  const question = (...ids: string[]) => ({ ...window, items: ids.map((id) => ({ id })) })

  const ask = (user: WireUser, id: string) => user.post('/freeBusy', question(id))

  const answer = async (user: WireUser, id: string) =>
    (done(await ask(user, id)).calendars as Record<string, unknown>)[id]

  it('changes at once with the rules', async () => {
    const calendar = await eventCalendar(site)
    await calendar.add()
    const guest = await calendar.guest(site, 'freeBusyReader')
    for (const [role, wanted] of [
      ['freeBusyReader', seen],
      ['none', notThere],
      ['reader', seen],
      ['none', notThere],
    ] as const) {
      await calendar.share(guest, role)
      expect(await answer(guest, calendar.id)).toEqual(wanted)
      expect(await answer(calendar.owner, calendar.id)).toEqual(seen)
    }
  })

  it('has no access once the calendar is deleted', async () => {
    const calendar = await eventCalendar(site)
    await calendar.add()
    expect(await answer(calendar.owner, calendar.id)).toEqual(seen)
    expect((await calendar.owner.delete(calendar.path)).status).toBe(204)
    expect(await answer(calendar.owner, calendar.id)).toEqual(notThere)
  })

  // The rules below do not depend on the engine.
  if (!site.isEmbedded) return

  let key: string
  beforeAll(async () => {
    key = await newApiKey(site)
  })

  const withKey = (...ids: string[]) =>
    site.call(`${site.paths.calendar}/freeBusy?key=${key}`, {
      method: 'POST',
      body: question(...ids),
    })

  // Scenario 77.
  it.each(['freeBusyReader', 'reader', 'writerWithoutPrivateAccess', 'writer', 'owner'])(
    'are those who have the role %s',
    async (role) => {
      const calendar = await eventCalendar(site)
      await calendar.add({ summary: 'Secret', visibility: 'private' })
      const guest = await calendar.guest(site, role)
      expect(await answer(guest, calendar.id)).toEqual(seen)
    },
  )

  it('are no strangers, to whom it is as if there were none', async () => {
    const [calendar, stranger] = [await eventCalendar(site), await site.user()]
    await calendar.add()
    expect(await answer(stranger, calendar.id)).toEqual(notThere)
    expect(await answer(stranger, calendar.owner.email)).toEqual(notThere)
  })

  it.each(['calendar', 'calendar.readonly', 'calendar.freebusy', 'calendar.events.freebusy'])(
    'depends on no more than the scope %s',
    async (scope) => {
      const calendar = await eventCalendar(site)
      await calendar.add()
      const { email } = calendar.owner
      const user = await site.user({ email, scopes: [scope] })
      expect(await answer(user, calendar.id)).toEqual(seen)
      expect(await answer(user, 'primary')).toEqual({ busy: [] })
    },
  )

  it.each([
    'calendar.events',
    'calendar.events.readonly',
    'calendar.events.owned',
    'calendar.events.public.readonly',
    'calendar.calendars',
    'calendar.calendarlist',
    'calendar.acls',
    'calendar.settings.readonly',
    'calendar.app.created',
  ])('is not told to tokens of the scope %s alone', async (scope) => {
    const user = await site.user({ scopes: [scope] })
    expectRefusal(await ask(user, 'primary'), insufficientPermissions)
  })

  it.each(['freeBusyReader', 'reader'])(
    'is whoever has a key where the public role is %s',
    async (role) => {
      const [open, closed] = [await eventCalendar(site), await eventCalendar(site)]
      await open.add()
      await closed.add()
      await share(open.owner, open.id, { with: 'default', as: role })
      const reply = await withKey(open.id, closed.id, 'primary')
      expect(done(reply).calendars).toEqual({
        [open.id]: seen,
        [closed.id]: notThere,
        primary: notThere,
      })
      await share(open.owner, open.id, { with: 'default', as: 'none' })
      expect(done(await withKey(open.id)).calendars).toEqual({ [open.id]: notThere })
    },
  )

  it('has no access without a credential', async () => {
    const calendar = await eventCalendar(site)
    await share(calendar.owner, calendar.id, { with: 'default', as: 'reader' })
    const call = { method: 'POST', body: question(calendar.id) }
    expectRefusal(await site.call(`${site.paths.calendar}/freeBusy`, call), {
      status: 401,
      reason: 'required',
      location: 'Authorization',
    })
  })
})

import { expect, it } from 'vitest'
import {
  expectRefusal,
  insufficientPermissions,
  notFound,
  type Refusal,
} from '../support/refusal.ts'
import { newSharedCalendar, type Role, type SharedCalendar } from '../support/sharing.ts'
import { onEveryEngine, type Site } from '../support/sites.ts'
import type { WireUser } from '../support/wire-user.ts'

const forbidden = { status: 403, reason: 'forbidden', domain: 'global', message: 'Forbidden' }
const rule = { role: 'reader', scope: { type: 'user', value: 'mallory@example.com' } }

onEveryEngine('access to rules', (site) => {
  it('lets a writer read, and not write', async () => {
    const { calendar, guest } = await sharedWith(site, 'writer')
    expect((await guest.get(calendar.acl)).json.items).toEqual((await calendar.list()).items)
    expect((await guest.get(calendar.rulePath(`user:${calendar.owner.email}`))).status).toBe(200)
    await expectUnwritable(calendar, guest, forbidden)
  })

  it('hides the calendar from users without a rule, whatever the scope', async () => {
    const calendar = await newSharedCalendar(site)
    const { email } = await site.user()
    for (const scope of ['calendar', 'calendar.acls']) {
      const stranger = await site.user({ email, scopes: [scope] })
      await expectUnreadable(calendar, stranger, notFound)
      await expectUnwritable(calendar, stranger, notFound)
    }
  })

  it('ends with the calendar', async () => {
    const calendar = await newSharedCalendar(site)
    await calendar.share({ 'user:bob@example.com': 'reader' })
    await calendar.owner.delete(calendar.path)
    await expectUnreadable(calendar, calendar.owner, notFound)
    expectRefusal(await calendar.insert(rule), notFound)
  })

  // The rules below do not depend on the engine.
  if (!site.isEmbedded) return

  it.each<Role>(['freeBusyReader', 'reader', 'writerWithoutPrivateAccess'])(
    'is not for a %s, neither to read nor to write',
    async (role) => {
      const { calendar, guest } = await sharedWith(site, role)
      await expectUnreadable(calendar, guest, forbidden)
      await expectUnwritable(calendar, guest, forbidden)
    },
  )

  it('lets another owner share the calendar with more people', async () => {
    const { calendar, guest } = await sharedWith(site, 'owner')
    expect((await guest.post(calendar.acl, rule)).status).toBe(200)
    expect(await calendar.roles()).toContainEqual(['user:mallory@example.com', 'reader'])
    const [mail] = await calendar.mails()
    expect(mail?.text).toContain(guest.email)
  })

  it('names no calendar that is not there', async () => {
    const owner = await site.user()
    const path = '/calendars/nosuch@group.calendar.google.com/acl'
    expectRefusal(await owner.get(path), notFound)
    expectRefusal(await owner.post(path, rule), notFound)
  })
})

onEveryEngine('scopes for rules', (site) => {
  it('calendar.acls reads and writes on calendars that the caller owns', async () => {
    const calendar = await newSharedCalendar(site)
    await calendar.share({ 'user:bob@example.com': 'reader' })
    const { email } = calendar.owner
    const narrow = await site.user({ email, scopes: ['calendar.acls'] })
    const path = calendar.rulePath('user:bob@example.com')
    expect((await narrow.get(calendar.acl)).status).toBe(200)
    expect((await narrow.get(path)).status).toBe(200)
    expect((await narrow.post(calendar.acl, rule)).status).toBe(200)
    expect((await narrow.patch(path, { role: 'writer' })).status).toBe(200)
    const scope = { type: 'user', value: 'bob@example.com' }
    expect((await narrow.put(path, { role: 'reader', scope })).status).toBe(200)
    expect((await narrow.delete(path)).status).toBe(204)
    expectRefusal(await narrow.get(calendar.path), insufficientPermissions)
  })

  // The rules below do not depend on the engine.
  if (!site.isEmbedded) return

  it('calendar.acls.readonly reads there, and does not write', async () => {
    const calendar = await newSharedCalendar(site)
    const { email } = calendar.owner
    const narrow = await site.user({ email, scopes: ['calendar.acls.readonly'] })
    expect((await narrow.get(calendar.acl)).status).toBe(200)
    expect((await narrow.get(calendar.rulePath(`user:${calendar.id}`))).status).toBe(200)
    await expectUnwritable(calendar, narrow, insufficientPermissions)
  })

  it('calendar.readonly reads one rule, and does not list them', async () => {
    const calendar = await newSharedCalendar(site)
    const { email } = calendar.owner
    const narrow = await site.user({ email, scopes: ['calendar.readonly'] })
    expect((await narrow.get(calendar.rulePath(`user:${calendar.id}`))).status).toBe(200)
    expectRefusal(await narrow.get(calendar.acl), insufficientPermissions)
    await expectUnwritable(calendar, narrow, insufficientPermissions)
  })

  it.each(['calendar.acls', 'calendar.acls.readonly'])(
    '%s does not reach a calendar on which the caller is a writer',
    async (scope) => {
      const { calendar, guest } = await sharedWith(site, 'writer')
      const narrow = await site.user({ email: guest.email, scopes: [scope] })
      await expectUnreadable(calendar, narrow, insufficientPermissions)
      await expectUnwritable(calendar, narrow, insufficientPermissions)
      const wide = await site.user({ email: guest.email, scopes: [scope, 'calendar'] })
      expect((await wide.get(calendar.acl)).status).toBe(200)
    },
  )

  it('calendar.acls reaches a calendar on which the caller is one of the owners', async () => {
    const { calendar, guest } = await sharedWith(site, 'owner')
    const narrow = await site.user({ email: guest.email, scopes: ['calendar.acls'] })
    expect((await narrow.post(calendar.acl, rule)).status).toBe(200)
  })

  it.each([
    'calendar.calendars',
    'calendar.events',
    'calendar.calendarlist',
    'calendar.app.created',
  ])('%s is none of them', async (scope) => {
    const calendar = await newSharedCalendar(site)
    const narrow = await site.user({ email: calendar.owner.email, scopes: [scope] })
    await expectUnreadable(calendar, narrow, insufficientPermissions)
    await expectUnwritable(calendar, narrow, insufficientPermissions)
  })
})

async function sharedWith(site: Site, role: Role) {
  const [calendar, guest] = [await newSharedCalendar(site), await site.user()]
  await calendar.share({ [`user:${guest.email}`]: role })
  return { calendar, guest }
}

async function expectUnreadable(calendar: SharedCalendar, caller: WireUser, refusal: Refusal) {
  expectRefusal(await caller.get(calendar.acl), refusal)
  expectRefusal(await caller.get(calendar.rulePath(`user:${calendar.owner.email}`)), refusal)
}

async function expectUnwritable(calendar: SharedCalendar, caller: WireUser, refusal: Refusal) {
  const before = await calendar.list('?showDeleted=true')
  const path = calendar.rulePath('user:mallory@example.com')
  expectRefusal(await caller.post(calendar.acl, rule), refusal)
  expectRefusal(await caller.put(path, rule), refusal)
  expectRefusal(await caller.patch(path, { role: 'reader' }), refusal)
  expectRefusal(await caller.delete(path), refusal)
  const { etag, items } = await calendar.list('?showDeleted=true')
  expect({ etag, items }).toEqual({ etag: before.etag, items: before.items })
  expect(await calendar.mails()).toEqual([])
}

import { beforeAll, expect, it } from 'vitest'
import { newApiKey } from '../support/api-key.ts'
import { expectRefusal, notFound } from '../support/refusal.ts'
import { newSharedCalendar, type Role } from '../support/sharing.ts'
import { onServers } from '../support/sites.ts'

const loginRequired = { status: 401, reason: 'required', location: 'Authorization' }

onServers('a public calendar', (site) => {
  let key: string
  beforeAll(async () => {
    key = await newApiKey(site)
  })

  const withKey = (path: string, call = {}) =>
    site.call(`${site.paths.calendar}${path}?key=${key}`, call)

  // Scenario 78, as far as the calendar itself goes.
  it.each<Role>(['reader', 'freeBusyReader'])(
    'whose public role is %s is shown to whoever has a key',
    async (role) => {
      const calendar = await newSharedCalendar(site)
      expectRefusal(await withKey(calendar.path), notFound)
      await calendar.share({ default: role })
      const reply = await withKey(calendar.path)
      expect(reply.json).toEqual((await calendar.owner.get(calendar.path)).json)
      const { etag } = reply.headers
      const again = await withKey(calendar.path, { headers: { 'If-None-Match': etag! } })
      expect(again.status).toBe(304)
    },
  )

  it('can be the primary one, under its address', async () => {
    const owner = await site.user()
    await owner.post('/calendars/primary/acl', { role: 'reader', scope: { type: 'default' } })
    expect((await withKey(`/calendars/${owner.email}`)).json.id).toBe(owner.email)
    expectRefusal(await withKey('/calendars/primary'), notFound)
  })

  it.each(['delete', 'patch', 'insert'])(
    'is hidden again at once when the rule ends by %s, also from one who has just read',
    async (method) => {
      const [calendar, stranger] = [await newSharedCalendar(site), await site.user()]
      await calendar.share({ default: 'reader' })
      expect((await withKey(calendar.path)).status).toBe(200)
      expect((await stranger.get(calendar.path)).status).toBe(200)
      const rule = calendar.rulePath('default')
      if (method === 'delete') await calendar.owner.delete(rule)
      else if (method === 'patch') await calendar.owner.patch(rule, { role: 'none' })
      else await calendar.share({ default: 'none' })
      expectRefusal(await withKey(calendar.path), notFound)
      expectRefusal(await stranger.get(calendar.path), notFound)
    },
  )

  // The rules below do not depend on the engine.
  if (!site.isEmbedded) return

  it('is shown to every user', async () => {
    const [calendar, stranger] = [await newSharedCalendar(site), await site.user()]
    await calendar.share({ default: 'reader' })
    expect((await stranger.get(calendar.path)).status).toBe(200)
  })

  it('is not shown without any credential', async () => {
    const calendar = await newSharedCalendar(site)
    await calendar.share({ default: 'reader' })
    expectRefusal(await site.call(`${site.paths.calendar}${calendar.path}`), loginRequired)
  })

  it('is not changed with a key', async () => {
    const calendar = await newSharedCalendar(site)
    await calendar.share({ default: 'reader' })
    const before = (await calendar.owner.get(calendar.path)).json
    const rules = await calendar.roles('?showDeleted=true')
    const body = { summary: 'x', role: 'reader', scope: { type: 'user', value: 'eve@example.com' } }
    for (const [method, path] of [
      ['PUT', calendar.path],
      ['PATCH', calendar.path],
      ['DELETE', calendar.path],
      ['POST', `${calendar.path}/clear`],
      ['POST', calendar.acl],
      ['PUT', calendar.rulePath('default')],
      ['PATCH', calendar.rulePath('default')],
      ['DELETE', calendar.rulePath('default')],
    ] as const) {
      expectRefusal(await withKey(path, { method, body }), loginRequired)
    }
    expect((await calendar.owner.get(calendar.path)).json).toEqual(before)
    expect(await calendar.roles('?showDeleted=true')).toEqual(rules)
  })

  it('does not show its rules to callers with a key', async () => {
    const calendar = await newSharedCalendar(site)
    await calendar.share({ default: 'reader' })
    expectRefusal(await withKey(calendar.acl), notFound)
    expectRefusal(await withKey(calendar.rulePath('default')), notFound)
  })

  it('is not opened by rules for users, groups and domains', async () => {
    const calendar = await newSharedCalendar(site)
    await calendar.share({
      'user:bob@example.com': 'owner',
      'group:team@example.com': 'owner',
      'domain:example.com': 'owner',
    })
    expectRefusal(await withKey(calendar.path), notFound)
  })
})

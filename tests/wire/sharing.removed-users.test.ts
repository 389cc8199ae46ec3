import { beforeAll, expect, it } from 'vitest'
import { expectRefusal, notFound } from '../support/refusal.ts'
import { runAlmanac } from '../support/server.ts'
import { newSharedCalendar } from '../support/sharing.ts'
import { onServers } from '../support/sites.ts'
import { admin, administrator, freshEmail } from './admin-fixture.ts'

onServers('a removed user', (site) => {
  let boss: Awaited<ReturnType<typeof administrator>>
  beforeAll(async () => {
    boss = await administrator(site.place, site.server)
  })

  const removal: Record<string, (email: string) => Promise<unknown>> = {
    'an administrator': async (email) => {
      expect((await boss.delete(`${admin}/users/${email}`)).status).toBe(204)
    },
    'the command line': async (email) => {
      const removed = await runAlmanac(['user', 'delete', email], site.place.environment)
      expect(removed).toMatchObject({ code: 0 })
    },
  }

  for (const [by, remove] of Object.entries(removal)) {
    it(`removed by ${by} leaves no access to who gets the address later`, async () => {
      const [calendar, former] = [await newSharedCalendar(site), await site.user()]
      const { email } = former
      await calendar.share({ [`user:${email}`]: 'writer', 'user:kept@example.com': 'reader' })
      expect((await former.get(calendar.path)).status).toBe(200)
      const { nextSyncToken } = await calendar.list()
      await remove(email)
      const present = await site.user({ email })
      expectRefusal(await present.get(calendar.path), notFound)
      expectRefusal(await present.get(calendar.acl), notFound)
      expect(await calendar.roles()).toHaveLength(3)
      expect(await calendar.roles(`?syncToken=${nextSyncToken}`)).toEqual([
        [`user:${email}`, 'none'],
      ])
      await calendar.share({ [`user:${email}`]: 'reader' })
      expect((await present.get(calendar.path)).status).toBe(200)
    })
  }

  it('leaves no membership of groups to who gets the address later', async () => {
    const [calendar, former] = [await newSharedCalendar(site), await site.user()]
    const { email } = former
    const group = freshEmail('group')
    await boss.post(`${admin}/groups`, { email: group })
    await boss.post(`${admin}/groups/${group}/members`, { email })
    await calendar.share({ [`group:${group}`]: 'writer' })
    expect((await former.get(calendar.path)).status).toBe(200)
    await boss.delete(`${admin}/users/${email}`)
    const present = await site.user({ email })
    expectRefusal(await present.get(calendar.path), notFound)
  })

  it('deletes their calendars, and a later user of the address has shared nothing', async () => {
    const [former, bob] = [await site.user(), await site.user()]
    const { email } = former
    const calendar = await newSharedCalendar(site, former)
    await calendar.share({ [`user:${bob.email}`]: 'owner' })
    const scope = { type: 'user', value: bob.email }
    await former.post('/calendars/primary/acl', { role: 'owner', scope })
    expect((await bob.get(`/calendars/${email}`)).status).toBe(200)
    await boss.delete(`${admin}/users/${email}`)
    expectRefusal(await bob.get(calendar.path), notFound)
    expectRefusal(await bob.get(`/calendars/${email}`), notFound)
    const present = await site.user({ email })
    expectRefusal(await bob.get(`/calendars/${email}`), notFound)
    const { json } = await present.get('/calendars/primary/acl?showDeleted=true')
    expect(json.items).toMatchObject([{ id: `user:${email}`, role: 'owner' }])
  })
})

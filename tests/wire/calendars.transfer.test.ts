import { beforeAll, expect, it } from 'vitest'
import { send } from '../support/http.ts'
import {
  entryPath,
  idsOf,
  listed,
  share,
  since,
  subscribe,
  syncTokenOf,
} from '../support/listed-calendars.ts'
import {
  conditionNotMet,
  expectRefusal,
  insufficientPermissions,
  notFound,
} from '../support/refusal.ts'
import { onServers } from '../support/sites.ts'
import type { WireUser } from '../support/wire-user.ts'
import { admin, administrator, freshEmail } from './admin-fixture.ts'

const forbidden = { status: 403, reason: 'forbidden' }
const refusedOwner = { status: 400, reason: 'invalid', location: 'newDataOwner' }

onServers('transferring a calendar', (site) => {
  let boss: WireUser
  let office: Awaited<ReturnType<typeof administrator>>
  beforeAll(async () => {
    office = await administrator(site.place, site.server)
    boss = await site.user({ email: office.email })
  })

  const transfer = (calendarId: string, newOwner: string, caller = boss, headers = {}) =>
    caller.post(
      `/calendars/${calendarId}/transferOwnership?newDataOwner=${newOwner}&useAdminAccess=true`,
      undefined,
      headers,
    )

  async function ownedCalendar() {
    const [owner, heir] = [await site.user(), await site.user()]
    const { calendar, path } = await owner.newCalendar({ description: 'Plans' })
    return { owner, heir, calendar, path, id: calendar.id! }
  }

  it('ends the secret addresses that the former owner knows', async () => {
    const { owner, heir, id } = await ownedCalendar()
    const { json } = await send(`${site.base}/almanac/v1/calendars/${id}/feeds/full/reset`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${owner.token}` },
    })
    expect((await send(json.address as string)).status).toBe(200)
    expect((await transfer(id, heir.email)).status).toBe(204)
    expectRefusal(await send(json.address as string), notFound)
  })

  it('transfers the data to another user, who then has it on the list and can delete it', async () => {
    const { owner, heir, calendar, path, id } = await ownedCalendar()
    const tokens = [await syncTokenOf(owner), await syncTokenOf(heir)]
    const reply = await transfer(id, heir.email)
    expect([reply.status, reply.text]).toEqual([204, ''])

    const { json } = await heir.get(path)
    expect(json).toEqual({ ...calendar, dataOwner: heir.email, etag: json.etag })
    expect(json.etag).not.toBe(calendar.etag)
    const { json: entry } = await heir.get(entryPath(id))
    const shown = { dataOwner: heir.email, accessRole: 'owner' }
    expect(entry).toMatchObject({ ...shown, selected: true })
    expect((await since(heir, tokens[1]!)).json.items).toEqual([entry])
    expect((await owner.get(entryPath(id))).json).toMatchObject(shown)
    expect((await since(owner, tokens[0]!)).json.items).toEqual([])

    expectRefusal(await heir.delete(entryPath(id)), {
      status: 403,
      reason: 'cannotUnsubscribeFromOwnedCalendar',
    })
    expectRefusal(await owner.delete(path), forbidden)
    expect((await heir.delete(path)).status).toBe(204)
    expectRefusal(await owner.get(path), notFound)
  })

  it('lets the former owner take the calendar off the list', async () => {
    const { owner, heir, path, id } = await ownedCalendar()
    await transfer(id, heir.email)
    expect((await owner.delete(entryPath(id))).status).toBe(204)
    expect((await owner.get(path)).status).toBe(200)
  })

  it('lets the calendar outlive the former owner, and not the new one', async () => {
    const { owner, heir, path, id } = await ownedCalendar()
    await transfer(id, heir.email)
    await office.delete(`${admin}/users/${owner.email}`)
    expect((await heir.get(path)).status).toBe(200)
    expect(idsOf((await heir.get(`${path}/acl`)).json.items!)).not.toContain(`user:${owner.email}`)
    await office.delete(`${admin}/users/${heir.email}`)
    expectRefusal(await transfer(id, boss.email), notFound)
  })

  // The rules below do not depend on the engine.
  if (!site.isEmbedded) return

  it('leaves the former owner an owner, whom the new one can remove', async () => {
    const { owner, heir, path, id } = await ownedCalendar()
    await transfer(id, heir.email)
    expect((await owner.patch(path, { summary: 'Still here' })).status).toBe(200)
    expectRefusal(await owner.delete(`${path}/acl/user:${heir.email}`), {
      status: 403,
      reason: 'cannotChangeOwnerAcl',
    })
    const { items } = (await heir.get(`${path}/acl`)).json
    expect(idsOf(items!).sort()).toEqual(
      [id, owner.email, heir.email].map((email) => `user:${email}`).sort(),
    )
    expect(items!.every(({ role }) => role === 'owner')).toBe(true)
    const token = await syncTokenOf(owner)
    expect((await heir.delete(`${path}/acl/user:${owner.email}`)).status).toBe(204)
    expectRefusal(await owner.get(path), notFound)
    expect((await since(owner, token)).json.items).toMatchObject([{ id, deleted: true }])
  })

  it('raises a role that the new owner has, and keeps what the entry shows', async () => {
    const { owner, heir, id } = await ownedCalendar()
    await share(owner, id, { with: `user:${heir.email}`, as: 'reader' })
    await subscribe(heir, id, { colorId: '5', summaryOverride: 'Theirs' })
    const token = await syncTokenOf(heir)
    await transfer(id, heir.email)
    expect((await heir.get(entryPath(id))).json).toMatchObject({
      accessRole: 'owner',
      colorId: '5',
      summaryOverride: 'Theirs',
    })
    expect((await since(heir, token)).json.items).toEqual([])
  })

  it('puts the calendar back on the list of a new owner who had taken it off', async () => {
    const { owner, heir, id } = await ownedCalendar()
    await share(owner, id, { with: `user:${heir.email}`, as: 'owner' })
    await subscribe(heir, id)
    await heir.delete(entryPath(id))
    await transfer(id, heir.email)
    expect(await listed(heir)).toMatchObject([{ primary: true }, { id, selected: true }])
  })

  it('goes back and forth', async () => {
    const { owner, heir, path, id } = await ownedCalendar()
    for (const next of [heir, owner, heir, owner]) {
      expect((await transfer(id, next.email)).status).toBe(204)
      expect((await boss.get(path)).status).toBe(404)
      expect((await next.get(path)).json.dataOwner).toBe(next.email)
    }
    expectRefusal(await heir.delete(path), forbidden)
    expect((await owner.delete(path)).status).toBe(204)
  })

  it('accepts the address of the new owner in any case', async () => {
    const { heir, path, id } = await ownedCalendar()
    expect((await transfer(id.toUpperCase(), heir.email.toUpperCase())).status).toBe(204)
    expect((await heir.get(path)).json.dataOwner).toBe(heir.email)
  })

  it('changes nothing if the new owner is the present one', async () => {
    const { owner, calendar, path, id } = await ownedCalendar()
    const token = await syncTokenOf(owner)
    expect((await transfer(id, owner.email)).status).toBe(204)
    expect((await owner.get(path)).json).toEqual(calendar)
    expect((await since(owner, token)).json.items).toEqual([])
  })

  it('is for administrators alone', async () => {
    const { owner, heir, calendar, path, id } = await ownedCalendar()
    await share(owner, id, { with: `user:${heir.email}`, as: 'owner' })
    expectRefusal(await transfer(id, heir.email, owner), forbidden)
    expectRefusal(await transfer(id, heir.email, heir), forbidden)
    expectRefusal(await transfer(id, heir.email, await site.user()), notFound)
    expect((await owner.get(path)).json).toEqual(calendar)
    expectRefusal(await transfer('c_none@group.calendar.google.com', heir.email), notFound)
  })

  it.each([
    ['useAdminAccess', 'newDataOwner=a@example.com', 'required'],
    ['useAdminAccess', 'newDataOwner=a@example.com&useAdminAccess=', 'required'],
    ['useAdminAccess', 'newDataOwner=a@example.com&useAdminAccess=false', 'invalid'],
    ['useAdminAccess', 'newDataOwner=a@example.com&useAdminAccess=maybe', 'invalidParameter'],
    ['newDataOwner', 'useAdminAccess=true', 'required'],
    ['newDataOwner', 'useAdminAccess=true&newDataOwner=', 'required'],
  ])('refuses %s as in %s', async (location, query, reason) => {
    const { owner, calendar, path } = await ownedCalendar()
    const reply = await boss.post(`${path}/transferOwnership?${query}`)
    expectRefusal(reply, { status: 400, reason, location })
    expect((await owner.get(path)).json).toEqual(calendar)
  })

  it('is for secondary calendars alone', async () => {
    const [owner, heir] = [await site.user(), await site.user()]
    for (const id of [owner.email, 'primary']) {
      expectRefusal(await transfer(id, heir.email), {
        status: 400,
        reason: 'invalid',
        location: 'calendarId',
      })
    }
    expect((await owner.get('/calendars/primary')).status).toBe(200)
    expectRefusal(await heir.get(`/calendars/${owner.email}`), notFound)
  })

  it('needs a new owner who is a user and can sign in', async () => {
    const { owner, heir, calendar, path, id } = await ownedCalendar()
    const group = freshEmail('team')
    await office.post(`${admin}/groups`, { email: group })
    await office.post(`${admin}/users/${heir.email}/disable`)
    for (const email of ['nobody@example.com', 'nonsense', group, id, 'primary', heir.email]) {
      expectRefusal(await transfer(id, email), refusedOwner)
    }
    expect((await owner.get(path)).json).toEqual(calendar)
  })

  it('stays within one organization: one domain, or the domains of this server', async () => {
    const { owner, path, id } = await ownedCalendar()
    const outside = await site.user({ email: freshEmail().replace('@', '@sister.') })
    const declare = (name: string) => office.post(`${admin}/domains`, { name })
    expectRefusal(await transfer(id, outside.email), refusedOwner)
    await declare('sister.example.com')
    expectRefusal(await transfer(id, outside.email), refusedOwner)
    expect((await owner.get(path)).json.dataOwner).toBe(owner.email)
    await declare('example.com')
    expect((await transfer(id, outside.email)).status).toBe(204)
    expect((await outside.get(path)).json.dataOwner).toBe(outside.email)
    for (const name of ['sister.example.com', 'example.com']) {
      await office.delete(`${admin}/domains/${name}`)
    }
  })

  it('is refused if the caller has seen an older calendar', async () => {
    const { owner, heir, calendar, path, id } = await ownedCalendar()
    await owner.patch(path, { summary: 'Changed' })
    const stale = { 'If-Match': calendar.etag! }
    expectRefusal(await transfer(id, heir.email, boss, stale), conditionNotMet)
    expect((await owner.get(path)).json.dataOwner).toBe(owner.email)
  })

  it.each(['calendar.readonly', 'calendar.app.created', 'calendar.acls', 'calendar.calendarlist'])(
    'is not for tokens with %s alone',
    async (scope) => {
      const { heir, id } = await ownedCalendar()
      const caller = await site.user({ email: boss.email, scopes: [scope] })
      expectRefusal(await transfer(id, heir.email, caller), insufficientPermissions)
    },
  )

  it('is for tokens with calendar.calendars', async () => {
    const { heir, id } = await ownedCalendar()
    const caller = await site.user({ email: boss.email, scopes: ['calendar.calendars'] })
    expect((await transfer(id, heir.email, caller)).status).toBe(204)
  })
})

onServers(
  'transferring a calendar to a user who can own two',
  (site) => {
    it('is refused when the user owns as many', async () => {
      const office = await administrator(site.place, site.server)
      const boss = await site.user({ email: office.email })
      const [owner, heir] = [await site.user(), await site.user()]
      const transfer = (id: string) =>
        boss.post(
          `/calendars/${id}/transferOwnership?newDataOwner=${heir.email}&useAdminAccess=true`,
        )
      const { calendar: first } = await owner.newCalendar({})
      expect((await transfer(first.id!)).status).toBe(204)
      const { calendar: second, path } = await owner.newCalendar({})
      expectRefusal(await transfer(second.id!), { status: 403, reason: 'quotaExceeded' })
      expect((await owner.get(path)).json.dataOwner).toBe(owner.email)
    })
  },
  { ALMANAC_CALENDARS_PER_USER_MAX: '2' },
)

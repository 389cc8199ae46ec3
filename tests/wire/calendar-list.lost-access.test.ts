import { beforeAll, expect, it } from 'vitest'
import {
  entryPath,
  idsOf,
  listed,
  listPath,
  type Sharing,
  share,
  since,
  subscribe,
  syncTokenOf,
} from '../support/listed-calendars.ts'
import { expectRefusal, notFound } from '../support/refusal.ts'
import { onServers } from '../support/sites.ts'
import { admin, administrator, freshEmail } from './admin-fixture.ts'

onServers('a calendar that its guest can see no more', (site) => {
  let boss: Awaited<ReturnType<typeof administrator>>
  beforeAll(async () => {
    boss = await administrator(site.place, site.server)
  })

  /** A calendar on the list of a guest who is not of the domain of its owner. */
  async function listedBy(ruleId: (guest: string) => string): Promise<Sharing> {
    const [owner, guest] = [
      await site.user(),
      await site.user({ email: freshEmail('guest').replace('example.com', 'corp.example') }),
    ]
    const calendarId = (await owner.newCalendar()).calendar.id!
    await share(owner, calendarId, { with: ruleId(guest.email), as: 'reader' })
    await subscribe(guest, calendarId, { selected: true })
    return { owner, guest, calendarId }
  }

  const byUser = (guest: string) => `user:${guest}`

  async function expectLost(
    { guest, calendarId }: Sharing,
    lose: () => Promise<unknown>,
  ): Promise<void> {
    const token = await syncTokenOf(guest)
    await lose()
    expectRefusal(await guest.get(entryPath(calendarId)), notFound)
    expectRefusal(await guest.patch(entryPath(calendarId), { selected: true }), notFound)
    expectRefusal(await guest.delete(entryPath(calendarId)), notFound)
    expectRefusal(await guest.post(listPath, { id: calendarId }), notFound)
    const { json } = await since(guest, token)
    const gone = {
      kind: 'calendar#calendarListEntry',
      etag: expect.any(String) as string,
      id: calendarId,
      deleted: true,
    }
    expect(json.items).toEqual([gone])
    expect((await since(guest, json.nextSyncToken!)).json.items).toEqual([])
    expect(idsOf(await listed(guest, 'showHidden=true'))).toEqual([guest.email])
    expect((await listed(guest, 'showDeleted=true'))[1]).toEqual(gone)
  }

  it.each([
    ['is deleted', 'delete'],
    ['becomes none', 'patch'],
  ] as const)('is gone from the list when the rule of the guest %s', async (_, method) => {
    const shared = await listedBy(byUser)
    const { owner, guest, calendarId } = shared
    await expectLost(shared, () =>
      owner.call(`/calendars/${calendarId}/acl/user:${guest.email}`, {
        method: method.toUpperCase(),
        ...(method === 'patch' && { body: { role: 'none' } }),
      }),
    )
    expectRefusal(await guest.get(`/calendars/${calendarId}`), notFound)
  })

  it.each([
    ['everybody', 'default'],
    ['the domain', 'domain:corp.example'],
  ])('is gone from the list when the rule for %s is taken away', async (_, ruleId) => {
    const shared = await listedBy(() => ruleId)
    const { owner, calendarId } = shared
    await expectLost(shared, () => owner.delete(`/calendars/${calendarId}/acl/${ruleId}`))
  })

  it('is removed from the list when the guest leaves the group it is shared with', async () => {
    const [team, all] = [freshEmail('team'), freshEmail('all')]
    for (const email of [team, all]) await boss.post(`${admin}/groups`, { email })
    const members = `${admin}/groups/${team}/members`
    await boss.post(`${admin}/groups/${all}/members`, { email: team })
    for (const group of [team, all]) {
      const owner = await site.user()
      const guest = await site.user({ email: freshEmail('member') })
      await boss.post(members, { email: guest.email })
      const calendarId = (await owner.newCalendar()).calendar.id!
      await share(owner, calendarId, { with: `group:${group}`, as: 'writer' })
      expect(await subscribe(guest, calendarId)).toMatchObject({ accessRole: 'writer' })
      await expectLost({ owner, guest, calendarId }, () => boss.delete(`${members}/${guest.email}`))
    }
  })

  it('is removed from the list when the group it is shared with is deleted', async () => {
    const team = freshEmail('team')
    await boss.post(`${admin}/groups`, { email: team })
    const [owner, guest] = [await site.user(), await site.user()]
    await boss.post(`${admin}/groups/${team}/members`, { email: guest.email })
    const calendarId = (await owner.newCalendar()).calendar.id!
    await share(owner, calendarId, { with: `group:${team}`, as: 'reader' })
    await subscribe(guest, calendarId)
    await expectLost({ owner, guest, calendarId }, () => boss.delete(`${admin}/groups/${team}`))
  })

  it('is removed from the list when its owner deletes it', async () => {
    const shared = await listedBy(byUser)
    const { owner, calendarId } = shared
    await expectLost(shared, () => owner.delete(`/calendars/${calendarId}`))
  })

  it('is removed from the list when its owner is deleted', async () => {
    const shared = await listedBy(byUser)
    await expectLost(shared, () => boss.delete(`${admin}/users/${shared.owner.email}`))
  })

  it('is removed from the list when it is the primary one of a deleted user', async () => {
    const [owner, guest] = [await site.user(), await site.user()]
    await share(owner, owner.email, { with: `user:${guest.email}`, as: 'reader' })
    await subscribe(guest, owner.email)
    await expectLost({ owner, guest, calendarId: owner.email }, () =>
      boss.delete(`${admin}/users/${owner.email}`),
    )
  })

  it('stays on the list while any other rule lets the guest see it', async () => {
    const { owner, guest, calendarId } = await listedBy(byUser)
    await share(owner, calendarId, { with: 'default', as: 'freeBusyReader' })
    const token = await syncTokenOf(guest)
    await owner.delete(`/calendars/${calendarId}/acl/user:${guest.email}`)
    expect((await guest.get(entryPath(calendarId))).json).toMatchObject({
      accessRole: 'freeBusyReader',
      selected: true,
    })
    expect((await since(guest, token)).json.items).toEqual([])
  })

  // The rules below do not depend on the engine.
  if (!site.isEmbedded) return

  it('is removed from the list even if it was hidden there', async () => {
    const shared = await listedBy(byUser)
    const { owner, guest, calendarId } = shared
    await guest.patch(entryPath(calendarId), { hidden: true })
    await expectLost(shared, () =>
      share(owner, calendarId, { with: `user:${guest.email}`, as: 'none' }),
    )
  })

  it('is not added to the list when it is shared again', async () => {
    const { owner, guest, calendarId } = await listedBy(byUser)
    const token = await syncTokenOf(guest)
    const rule = { with: `user:${guest.email}`, as: 'none' }
    await share(owner, calendarId, rule)
    expect(await listed(guest)).toHaveLength(1)
    await share(owner, calendarId, { ...rule, as: 'writer' })
    expectRefusal(await guest.get(entryPath(calendarId)), notFound)
    expect(await listed(guest)).toHaveLength(1)
    const again = await subscribe(guest, calendarId)
    expect(again).toMatchObject({ accessRole: 'writer' })
    expect(again).not.toHaveProperty('selected')
    expect((await since(guest, token)).json.items).toEqual([again])
  })

  it('stays on the list of its owner', async () => {
    const { owner, guest, calendarId } = await listedBy(byUser)
    const token = await syncTokenOf(owner)
    await share(owner, calendarId, { with: `user:${guest.email}`, as: 'none' })
    expect((await since(owner, token)).json.items).toEqual([])
    expect(idsOf(await listed(owner))).toEqual([owner.email, calendarId])
  })
})

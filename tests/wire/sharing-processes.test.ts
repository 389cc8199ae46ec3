import { beforeAll, describe, expect, it } from 'vitest'
import { as, calendars } from '../support/calling.ts'
import { expectRefusal, notFound } from '../support/refusal.ts'
import { type TestServer, wireEngines } from '../support/server.ts'
import { sharedServers } from '../support/shared-server.ts'
import { admin, administrator, freshEmail } from './admin-fixture.ts'

const sharedEngines = wireEngines.filter(({ name }) => name.startsWith('postgres'))
const list = '/calendar/v3/users/me/calendarList'
const groups = `${admin}/groups`

for (const engine of sharedEngines) {
  describe(`sharing through two processes on ${engine.name}`, {
    skip: engine.unavailable !== undefined,
  }, () => {
    const shared = sharedServers(engine, { count: 2 })
    let boss: Awaited<ReturnType<typeof administrator>>
    beforeAll(async () => {
      boss = await administrator(shared.place, shared.servers[0]!)
    })

    /** An owner and a guest, each at both processes, and a calendar that is not shared yet. */
    async function scene() {
      const [first, second] = shared.servers as [TestServer, TestServer]
      const [owner, guest] = [await first.mint(), await first.mint()]
      const atBoth = ({ token }: { token: string }) =>
        [as(first.base, token), as(second.base, token)] as const
      const [owners, guests] = [atBoth(owner), atBoth(guest)]
      const { json } = await owners[0].insert({ summary: 'shared' })
      const path = `${calendars}/${json.id}`
      const grant = (role: string, type = 'user', value = guest.email) =>
        owners[0].post(`${path}/acl`, { role, scope: { type, value } })
      return { owners, guests, guest, id: json.id, path, grant }
    }

    it('a rule that one grants opens the calendar at the other at once', async () => {
      for (let round = 0; round < 5; round++) {
        const { guests, path, grant } = await scene()
        expectRefusal(await guests[1].get(path), notFound)
        expect((await grant('reader')).status).toBe(200)
        expect((await guests[1].get(path)).status).toBe(200)
        expectRefusal(await guests[1].patch(path, { summary: 'x' }), tooLow)
        expect((await grant('owner')).status).toBe(200)
        expect((await guests[1].patch(path, { summary: 'x' })).status).toBe(200)
      }
    })

    it('a rule that one revokes closes the calendar at the other at once', async () => {
      for (let round = 0; round < 5; round++) {
        const { owners, guests, guest, id, path, grant } = await scene()
        await grant('owner')
        await guests[1].post(list, { id })
        for (let warm = 0; warm < 3; warm++) {
          expect((await guests[1].get(path)).status).toBe(200)
          expect((await guests[1].get(`${list}/${id}`)).json.accessRole).toBe('owner')
        }
        const rule = `${path}/acl/${encodeURIComponent(`user:${guest.email}`)}`
        expect((await owners[0].delete(rule)).status).toBe(204)
        expectRefusal(await guests[1].get(path), notFound)
        expectRefusal(await guests[1].patch(path, { summary: 'x' }), notFound)
        expectRefusal(await guests[1].get(`${list}/${id}`), notFound)
        expect((await guests[1].get(list)).json.items).toHaveLength(1)
      }
    })

    it('a member that one takes out of a group is kept out by the other at once', async () => {
      const { guests, guest, path, grant } = await scene()
      const [inner, outer] = [freshEmail('inner'), freshEmail('outer')]
      for (const email of [inner, outer]) await boss.post(groups, { email })
      await boss.post(`${groups}/${outer}/members`, { email: inner })
      await grant('writer', 'group', outer)
      for (let round = 0; round < 5; round++) {
        expectRefusal(await guests[1].get(path), notFound)
        const added = await boss.post(`${groups}/${inner}/members`, { email: guest.email })
        expect(added.status).toBe(200)
        for (let warm = 0; warm < 3; warm++) {
          expect((await guests[1].get(`${path}/acl`)).status).toBe(200)
        }
        const removed = await boss.delete(`${groups}/${inner}/members/${guest.email}`)
        expect(removed.status).toBe(204)
        expectRefusal(await guests[1].get(`${path}/acl`), notFound)
      }
    })

    it('a group that one removes opens nothing at the other, nor does a later one of its address', async () => {
      const { guests, guest, path, grant } = await scene()
      const group = freshEmail('group')
      const newGroup = async () => {
        await boss.post(groups, { email: group })
        await boss.post(`${groups}/${group}/members`, { email: guest.email })
      }
      await newGroup()
      await grant('reader', 'group', group)
      expect((await guests[1].get(path)).status).toBe(200)
      expect((await boss.delete(`${groups}/${group}`)).status).toBe(204)
      expectRefusal(await guests[1].get(path), notFound)
      await newGroup()
      expectRefusal(await guests[1].get(path), notFound)
    })

    it('a calendar that one process deletes leaves the list of the other, and sync reports it', async () => {
      const { owners, guests, id, path, grant } = await scene()
      await grant('reader')
      await guests[1].post(list, { id })
      const { json: before } = await guests[1].get(list)
      expect((await owners[0].delete(path)).status).toBe(204)
      const { json: after } = await guests[1].get(`${list}?syncToken=${before.nextSyncToken}`)
      expect(after.items).toMatchObject([{ id, deleted: true }])
    })

    it('rules that both processes grant concurrently are all stored, and a sync token reports each', async () => {
      const { owners, path } = await scene()
      const { json: before } = await owners[1].get(`${path}/acl`)
      const replies = await Promise.all(
        Array.from({ length: 40 }, (_, index) =>
          owners[index % 2]!.post(`${path}/acl`, {
            role: 'reader',
            scope: { type: 'user', value: `guest${index}@example.com` },
          }),
        ),
      )
      expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 200))
      expect(new Set(replies.map(({ json }) => json.etag)).size).toBe(40)
      const { json } = await owners[1].get(`${path}/acl?syncToken=${before.nextSyncToken}`)
      expect(json.items).toHaveLength(40)
      for (const { json: rule } of replies) expect(json.items).toContainEqual(rule)
    })

    it('a list that both change at once loses no change', async () => {
      const { owners } = await scene()
      const { json: before } = await owners[1].get(list)
      const made = await Promise.all(
        Array.from({ length: 20 }, (_, index) => owners[index % 2]!.insert({ summary: 'own' })),
      )
      const patched = await Promise.all(
        made.map(({ json }, index) =>
          owners[index % 2]!.patch(`${list}/${json.id}`, { summaryOverride: `mine ${index}` }),
        ),
      )
      expect(patched.map(({ status }) => status)).toEqual(patched.map(() => 200))
      const { json } = await owners[0].get(`${list}?syncToken=${before.nextSyncToken}`)
      expect(json.items).toHaveLength(20)
      for (const { json: entry } of patched) expect(json.items).toContainEqual(entry)
    })
  })
}

const tooLow = { status: 403, reason: 'requiredAccessLevel' }

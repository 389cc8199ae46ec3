import { beforeAll, describe, expect, it } from 'vitest'
import { expectRefusal, notFound } from '../support/refusal.ts'
import { wireEngines } from '../support/server.ts'
import { sharedServers } from '../support/shared-server.ts'
import { admin, administrator, freshEmail, walk } from './admin-fixture.ts'

const groups = `${admin}/groups`
const domains = `${admin}/domains`
const duplicate = { status: 409, reason: 'duplicate' }

for (const engine of wireEngines) {
  const skip = engine.unavailable !== undefined
  describe(`groups on ${engine.name}`, { skip }, () => {
    const shared = sharedServers(engine)
    let boss: Awaited<ReturnType<typeof administrator>>
    beforeAll(async () => {
      boss = await administrator(shared.place, shared.servers[0]!)
    })

    async function newGroup() {
      const email = freshEmail('group')
      const { json } = await boss.post(groups, { email })
      return { email, id: json.id, path: `${groups}/${email}` }
    }

    it('are made, shown and removed', async () => {
      const email = freshEmail('team')
      const made = await boss.post(groups, { email: email.toUpperCase(), name: 'The Team' })
      expect(made.json).toEqual({
        kind: 'admin#group',
        id: expect.stringMatching(/^[0-9a-v]{20}$/),
        email,
        name: 'The Team',
        created: expect.stringMatching(/Z$/),
      })
      for (const key of [email, made.json.id]) {
        expect((await boss.get(`${groups}/${key}`)).json).toEqual(made.json)
      }
      expect((await boss.delete(`${groups}/${made.json.id}`)).status).toBe(204)
      expectRefusal(await boss.get(`${groups}/${email}`), notFound)
      expectRefusal(await boss.delete(`${groups}/${email}`), notFound)
    })

    it('are not made without an address of their own', async () => {
      const { email } = await newGroup()
      expectRefusal(await boss.post(groups, {}), { status: 400, reason: 'required' })
      expectRefusal(await boss.post(groups, { email: 'x' }), { status: 400, reason: 'invalid' })
      expectRefusal(await boss.post(groups, { email }), duplicate)
      expectRefusal(await boss.post(groups, { email: boss.email }), duplicate)
      expectRefusal(await boss.post(`${admin}/users`, { email }), duplicate)
    })

    it('are listed in pages that join to the whole list', async () => {
      for (let index = 0; index < 4; index++) await newGroup()
      const whole = await walk(boss, groups, 500)
      expect((await walk(boss, groups, 2)).items).toEqual(whole.items)
      expect(whole.items.length).toBeGreaterThanOrEqual(4)
    })

    it('accept members of each role, other groups among them', async () => {
      const [team, all] = [await newGroup(), await newGroup()]
      const add = (body: object) => boss.post(`${all.path}/members`, body)
      expect((await add({ email: 'B@example.com' })).json).toEqual({
        kind: 'admin#member',
        email: 'b@example.com',
        role: 'member',
      })
      await add({ email: 'a@example.com', role: 'owner' })
      await add({ email: 'c@example.com', role: 'manager' })
      await add({ email: team.email })
      const { items, pages } = await walk(boss, `${all.path}/members`, 2)
      expect(pages).toBe(2)
      expect(items.map(({ email, role }) => `${email} ${role}`)).toEqual([
        'a@example.com owner',
        'b@example.com member',
        'c@example.com manager',
        `${team.email} member`,
      ])
    })

    it('refuse members that cannot be', async () => {
      const team = await newGroup()
      const add = (body: object) => boss.post(`${team.path}/members`, body)
      await add({ email: 'a@example.com' })
      expectRefusal(await add({ email: 'A@example.com' }), duplicate)
      expectRefusal(await add({}), { status: 400, reason: 'required' })
      for (const body of [
        { email: 'nobody' },
        { email: team.email },
        { email: 'b@example.com', role: 'king' },
      ]) {
        expectRefusal(await add(body), { status: 400, reason: 'invalid' })
      }
      expect((await boss.get(`${team.path}/members`)).json.items).toHaveLength(1)
    })

    it('let members go', async () => {
      const team = await newGroup()
      await boss.post(`${team.path}/members`, { email: 'a@example.com' })
      expect((await boss.delete(`${team.path}/members/A@example.com`)).status).toBe(204)
      expectRefusal(await boss.delete(`${team.path}/members/a@example.com`), notFound)
      expect((await boss.get(`${team.path}/members`)).json.items).toEqual([])
    })

    it('that do not exist have no members', async () => {
      const nowhere = `${groups}/nowhere@example.com/members`
      expectRefusal(await boss.get(nowhere), notFound)
      expectRefusal(await boss.post(nowhere, { email: 'a@example.com' }), notFound)
      expectRefusal(await boss.delete(`${nowhere}/a@example.com`), notFound)
      expectRefusal(await boss.get(`${groups}/123`), notFound)
    })
  })

  describe(`domains on ${engine.name}`, { skip }, () => {
    const shared = sharedServers(engine)

    it('are added, listed and removed', async () => {
      const boss = await administrator(shared.place, shared.servers[0]!)
      const added = await boss.post(domains, { name: 'Example.com' })
      expect(added.json).toMatchObject({ kind: 'admin#domain', name: 'example.com' })
      await boss.post(domains, { name: 'a.example' })
      expectRefusal(await boss.post(domains, { name: 'example.com' }), duplicate)
      expectRefusal(await boss.post(domains, {}), { status: 400, reason: 'required' })
      for (const name of ['nodots', 'a b.c', 'x@y.zz']) {
        expectRefusal(await boss.post(domains, { name }), { status: 400, reason: 'invalid' })
      }
      const { items, pages } = await walk(boss, domains, 1)
      expect([items.map(({ name }) => name), pages]).toEqual([['a.example', 'example.com'], 2])
      expect((await boss.delete(`${domains}/EXAMPLE.com`)).status).toBe(204)
      expectRefusal(await boss.delete(`${domains}/example.com`), notFound)
    })
  })
}

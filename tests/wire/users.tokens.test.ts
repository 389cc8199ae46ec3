import { beforeAll, describe, expect, it } from 'vitest'
import { as, until } from '../support/calling.ts'
import { expectRefusal, notFound } from '../support/refusal.ts'
import { runAlmanac, type TestServer, wireEngines } from '../support/server.ts'
import { sharedServers } from '../support/shared-server.ts'
import { admin, administrator, freshEmail, walk } from './admin-fixture.ts'

const users = `${admin}/users`
const calendarScope = 'https://www.googleapis.com/auth/calendar'

for (const engine of wireEngines) {
  describe(`tokens of a user on ${engine.name}`, { skip: engine.unavailable !== undefined }, () => {
    const shared = sharedServers(engine)
    let boss: Awaited<ReturnType<typeof administrator>>
    beforeAll(async () => {
      boss = await administrator(shared.place, shared.servers[0]!)
    })

    /** Somebody with so many tokens, each of which has just been used. */
    async function somebody(count = 1) {
      const [server] = shared.servers as [TestServer]
      const email = freshEmail()
      const callers: (ReturnType<typeof as> & { token: string })[] = []
      for (let index = 0; index < count; index++) {
        const { token } = await server.mint({ email, scopes: [calendarScope] })
        const caller = { token, ...as(server.base, token) }
        expect((await caller.primary()).status).toBe(200)
        callers.push(caller)
      }
      const statuses = () =>
        Promise.all(callers.map(async (caller) => (await caller.primary()).status))
      return { email, callers, statuses }
    }

    it('are listed in pages, without what would let anybody use them', async () => {
      const { email, callers } = await somebody(3)
      const { items, pages } = await walk(boss, `${users}/${email}/tokens`, 2)
      expect(pages).toBe(2)
      expect(items).toHaveLength(3)
      // The last use is stored a little after the request.
      for (const { lastUsed = '', ...item } of items) {
        expect(lastUsed).toMatch(/^(?:$|\d{4}-\d\d-\d\dT)/)
        expect(item).toEqual({
          kind: 'admin#token',
          id: expect.stringMatching(/^[\w-]{16}$/),
          type: 'accessToken',
          clientId: 'workbench',
          scopes: [calendarScope],
        })
      }
      for (const { token } of callers) expect(JSON.stringify(items)).not.toContain(token)
    })

    it('are ended one by one, at once', async () => {
      const { email, statuses } = await somebody(2)
      const path = `${users}/${email}/tokens`
      for (const wanted of [1, 0]) {
        const { json } = await boss.get(path)
        const ended = await boss.delete(`${path}/${json.items![0]!.id}`)
        expect(ended.status).toBe(204)
        expect((await statuses()).filter((status) => status === 200)).toHaveLength(wanted)
        expectRefusal(await boss.delete(`${path}/${json.items![0]!.id}`), notFound)
      }
    })

    it("are not ended under another user's name", async () => {
      const [one, other] = [await somebody(), await somebody()]
      const { json } = await boss.get(`${users}/${one.email}/tokens`)
      const path = `${users}/${other.email}/tokens/${json.items![0]!.id}`
      expectRefusal(await boss.delete(path), notFound)
      expect(await one.statuses()).toEqual([200])
    })

    it('are all ended at once by revoking, after which new ones work', async () => {
      const { email, statuses } = await somebody(3)
      const bystander = await somebody()
      expect((await boss.post(`${users}/${email}/revokeAll`)).status).toBe(204)
      expect(await statuses()).toEqual([401, 401, 401])
      expect(await bystander.statuses()).toEqual([200])
      const { token } = await shared.servers[0]!.mint({ email })
      expect((await as(shared.servers[0]!.base, token).primary()).status).toBe(200)
    })

    it('are all ended at once by disabling, and none works until the user is enabled', async () => {
      const { email, statuses } = await somebody(2)
      const disabled = await boss.post(`${users}/${email}/disable`)
      expect(disabled.json).toMatchObject({ email, isDisabled: true })
      expect(await statuses()).toEqual([401, 401])
      const [server] = shared.servers as [TestServer]
      const { token } = await server.mint({ email })
      expectRefusal(await as(server.base, token).primary(), { status: 401, reason: 'authError' })
      expect((await boss.post(`${users}/${email}/disable`)).json.isDisabled).toBe(true)
      const enabled = await boss.post(`${users}/${email}/enable`)
      expect(enabled.json).toMatchObject({ email, isDisabled: false })
      expect(await statuses()).toEqual([401, 401])
      const { token: fresh } = await server.mint({ email })
      expect((await as(server.base, fresh).primary()).status).toBe(200)
    })

    it('end soon when the command line disables the user', async () => {
      const { email, statuses } = await somebody()
      const { code } = await runAlmanac(['user', 'disable', email], shared.place.environment)
      expect(code).toBe(0)
      await until(
        async () => (await statuses())[0],
        (status) => status === 401,
      )
    })
  })
}

for (const engine of wireEngines.filter(({ name }) => name.startsWith('postgres'))) {
  const skip = engine.unavailable !== undefined
  describe(`two processes on ${engine.name}`, { skip }, () => {
    const shared = sharedServers(engine, { count: 2 })

    for (const end of ['disable', 'revokeAll']) {
      it(`both end what a user has soon after ${end} in one of them`, async () => {
        const [first, second] = shared.servers as [TestServer, TestServer]
        const boss = await administrator(shared.place, first)
        const { email, token } = await first.mint({ email: freshEmail() })
        for (const { base } of [first, second]) {
          expect((await as(base, token).primary()).status).toBe(200)
        }
        expect((await boss.post(`${users}/${email}/${end}`)).status).toBeLessThan(300)
        expect((await as(first.base, token).primary()).status).toBe(401)
        await until(
          () => as(second.base, token).primary(),
          ({ status }) => status === 401,
        )
      })
    }
  })
}

import { describe, expect, it } from 'vitest'
import { as } from '../support/calling.ts'
import { wireEngines } from '../support/server.ts'
import { borrowServer } from '../support/server-pool.ts'
import { sharedServers } from '../support/shared-server.ts'

const scope = (name: string) => `https://www.googleapis.com/auth/${name}`

for (const engine of wireEngines) {
  const skip = engine.unavailable !== undefined

  describe(`workbench tokens on ${engine.name}`, { skip }, () => {
    const shared = sharedServers(engine)
    const bench = () => as(shared.servers[0]!.base)

    it('make a user with a primary calendar the first time and keep the user afterwards', async () => {
      const { json: first } = await bench().post('/_almanac/tokens', { email: 'New@Example.com' })
      expect(first).toMatchObject({ email: 'new@example.com', token: expect.any(String) })
      const { json: second } = await bench().post('/_almanac/tokens', { email: 'new@example.com' })
      expect(second.token).not.toBe(first.token)
      const { base } = shared.servers[0]!
      const [one, two] = await Promise.all(
        [first, second].map(({ token }) => as(base, token as string).primary()),
      )
      expect(one!.json).toMatchObject({ id: 'new@example.com', summary: 'new@example.com' })
      expect(two!.json).toEqual(one!.json)
    })

    it('allow only what their scopes allow', async () => {
      const { token } = await shared.servers[0]!.mint({ scopes: [scope('calendar.readonly')] })
      const me = as(shared.servers[0]!.base, token)
      expect((await me.primary()).status).toBe(200)
      const refused = await me.insert({ summary: 'no' })
      expect(refused.status).toBe(403)
      expect(refused.json.error.errors[0]!.reason).toBe('insufficientPermissions')
    })

    it('expire by the clock of the server, also when they were used a moment ago', async () => {
      await using borrowed = await borrowServer({ engine })
      const { server } = borrowed
      const { json } = await as(server.base).post('/_almanac/tokens', {
        email: 'short@example.com',
        expiresInS: 3600,
      })
      const me = as(server.base, json.token as string)
      expect((await me.primary()).status).toBe(200)
      await as(server.base).post('/_almanac/clock', { advance: 3590 })
      expect((await me.primary()).status).toBe(200)
      await as(server.base).post('/_almanac/clock', { advance: 'PT11S' })
      const refused = await me.primary()
      expect(refused.status).toBe(401)
      expect(refused.json.error.errors[0]!.reason).toBe('authError')
      await as(server.base).post('/_almanac/clock', { advance: -60 })
      expect((await me.primary()).status).toBe(200)
    })

    for (const [what, body] of [
      ['without an email', {}],
      ['for something that is no address', { email: 'nobody' }],
      ['with scopes that are no list', { email: 'a@example.com', scopes: { a: 1 } }],
      ['that live no second', { email: 'a@example.com', expiresInS: 0 }],
    ] as const) {
      it(`are not minted ${what}`, async () => {
        const refused = await bench().post('/_almanac/tokens', body)
        expect(refused.status).toBe(400)
        expect(refused.json.error.errors[0]!.reason).toBeTruthy()
      })
    }
  })
}

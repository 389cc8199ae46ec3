import { describe, expect, it } from 'vitest'
import { OAuthClients } from '#/auth/clients/oauth-clients.ts'
import { hashOf } from '#/auth/credentials/secrets.ts'
import { engines } from '../support/engines.ts'
import { identityOn } from './service-accounts-fixture.ts'

const portal = {
  name: 'Portal',
  kind: 'web',
  redirectUris: ['https://portal.example.com/back', 'http://localhost:3000/back'],
} as const

for (const engine of engines) {
  const skip = engine.unavailable !== undefined
  describe(`OAuth clients on ${engine.name}`, { skip }, () => {
    it('have a secret of which only the hash is stored', async () => {
      await using database = await engine.open()
      const clients = new OAuthClients(identityOn(database))
      const { client, secret } = await clients.create(portal)
      expect(client.id).toMatch(/^\d{12}-[0-9a-v]{32}\.apps\.almanac\.test$/)
      expect(secret).toMatch(/^almsec_[\w-]{32}$/)
      expect(await clients.find(client.id)).toEqual({
        ...portal,
        id: client.id,
        secretHash: hashOf(secret),
        createdAtMs: expect.any(Number),
      })
      expect(await clients.list()).toEqual([client])
      expect(await clients.find('another')).toBeUndefined()
    })

    it('are described to the provider in its own words', async () => {
      await using database = await engine.open()
      const clients = new OAuthClients(identityOn(database))
      const { client } = await clients.create(portal)
      expect(await clients.findForProvider(client.id)).toMatchObject({
        client_id: client.id,
        client_secret: client.secretHash,
        client_name: 'Portal',
        application_type: 'web',
        redirect_uris: portal.redirectUris,
      })
    })

    it('are deleted with their tokens', async () => {
      await using database = await engine.open()
      const { tokens, newUser, tokenCount, ended, ...identity } = identityOn(database)
      const clients = new OAuthClients(identity)
      const { client } = await clients.create(portal)
      const { user } = await newUser('ann@example.com')
      for (const [clientId, grantId] of [
        [client.id, 'consent'],
        ['another', 'other consent'],
      ] as const) {
        const draft = { userId: user.id, clientId, grantId, scopes: ['openid'] }
        await database.transaction((tx) => tokens.mint(tx, { ...draft, origin: 'issued' }))
      }
      expect(await clients.remove(client.id)).toBe(true)
      expect(await clients.remove(client.id)).toBe(false)
      expect(await clients.list()).toEqual([])
      expect(await tokenCount()).toBe(1)
      expect(ended).toEqual([{ grantId: 'consent' }])
    })

    it('have no tokens for others once their owner is disabled', async () => {
      await using database = await engine.open()
      const { tokens, newUser, ended, directory, ...identity } = identityOn(database)
      const clients = new OAuthClients(identity)
      const { user: owner } = await newUser('owner@example.com')
      const { user } = await newUser('ann@example.com')
      const { client } = await clients.create({ ...portal, ownerId: owner.id })
      const mint = (clientId: string) => {
        const draft = { userId: user.id, clientId, scopes: ['openid'] }
        return database.transaction((tx) => tokens.mint(tx, { ...draft, origin: 'issued' }))
      }
      const [revoked, kept] = [hashOf(await mint(client.id)), hashOf(await mint('another'))]
      await directory.disable(owner)
      expect(await tokens.find(database, revoked)).toBeUndefined()
      expect(await tokens.find(database, kept)).toBeDefined()
      expect(ended).toEqual([{ hash: revoked }, { userId: owner.id }])
    })

    it('are not created without a name or with an unacceptable address', async () => {
      await using database = await engine.open()
      const clients = new OAuthClients(identityOn(database))
      for (const wrong of [
        { ...portal, name: ' ' },
        { ...portal, name: 'x'.repeat(201) },
        { ...portal, redirectUris: [] },
        { ...portal, redirectUris: ['http://portal.example.com/back'] },
      ]) {
        await expect(clients.create(wrong)).rejects.toMatchObject({ status: 400 })
      }
      expect(await clients.list()).toEqual([])
    })
  })
}

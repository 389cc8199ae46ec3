import { createPrivateKey } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { hashOf } from '#/auth/credentials/secrets.ts'
import { engines } from '../support/engines.ts'
import { calendarScope, identityOn } from './service-accounts-fixture.ts'

for (const engine of engines) {
  const skip = engine.unavailable !== undefined
  describe(`service accounts on ${engine.name}`, { skip }, () => {
    it('are users with an address of their own and everything that a user gets', async () => {
      await using database = await engine.open()
      const { serviceAccounts, directory, welcomed } = identityOn(database)
      const { account } = await serviceAccounts.create({ name: 'importer' })
      expect(account).toMatchObject({
        email: 'importer@almanac.iam.gserviceaccount.com',
        id: expect.stringMatching(/^\d{21}$/),
      })
      expect(await directory.find(account.email)).toMatchObject({ id: account.id })
      expect(welcomed).toEqual([account.email])
    })

    it('are created once under a name, and not in place of a user', async () => {
      await using database = await engine.open()
      const { serviceAccounts, newUser } = identityOn(database)
      await serviceAccounts.create({ name: 'importer' })
      await newUser('taken@almanac.iam.gserviceaccount.com')
      for (const name of ['importer', 'taken']) {
        await expect(serviceAccounts.create({ name })).rejects.toMatchObject({ status: 409 })
      }
      expect(await serviceAccounts.list()).toHaveLength(1)
    })

    it('may have several keys, of which each can be removed, and ten at most', async () => {
      await using database = await engine.open()
      const { serviceAccounts } = identityOn(database)
      const { account, key } = await serviceAccounts.create({ name: 'importer' })
      const more = []
      for (let count = 0; count < 9; count++) more.push(await serviceAccounts.addKey(account))
      expect(new Set(await serviceAccounts.keyIds(account))).toEqual(
        new Set([key.id, ...more.map(({ id }) => id)]),
      )
      await expect(serviceAccounts.addKey(account)).rejects.toMatchObject({ status: 400 })
      expect(await serviceAccounts.removeKey(account, key.id)).toBe(true)
      expect(await serviceAccounts.removeKey(account, key.id)).toBe(false)
      expect(await serviceAccounts.keyIds(account)).not.toContain(key.id)
    })

    it('keep their keys when another account names one of them', async () => {
      await using database = await engine.open()
      const { serviceAccounts } = identityOn(database)
      const { account, key } = await serviceAccounts.create({ name: 'importer' })
      const { account: other } = await serviceAccounts.create({ name: 'exporter' })
      expect(await serviceAccounts.removeKey(other, key.id)).toBe(false)
      expect(await serviceAccounts.keyIds(account)).toEqual([key.id])
    })

    it('are deleted with their user, keys, delegations and tokens', async () => {
      await using database = await engine.open()
      const identity = identityOn(database)
      const { serviceAccounts, delegations, directory, tokens, newUser } = identity
      const { account } = await serviceAccounts.create({ name: 'importer' })
      await delegations.allow(account.id, [calendarScope])
      const { user } = await newUser('ann@example.com')
      const token = { scopes: [calendarScope], origin: 'issued', clientId: account.id } as const
      await database.transaction((tx) => tokens.mint(tx, { ...token, userId: user.id }))
      await database.transaction((tx) => tokens.mint(tx, { ...token, userId: account.id }))
      expect(await serviceAccounts.remove(account)).toBe(true)
      expect(await serviceAccounts.find(account.email)).toBeUndefined()
      expect(await serviceAccounts.keyIds(account)).toEqual([])
      expect(await delegations.delegatedScopes(account.id)).toEqual([])
      expect((await directory.list()).map(({ email }) => email)).toEqual(['ann@example.com'])
      expect(await identity.tokenCount()).toBe(0)
    })

    it.each(['disable', 'revokeAll', 'remove'] as const)(
      'lose their tokens for other users on %s, like their own',
      async (action) => {
        await using database = await engine.open()
        const { serviceAccounts, directory, tokens, newUser } = identityOn(database)
        const { account } = await serviceAccounts.create({ name: 'importer' })
        const { user } = await newUser('ann@example.com')
        const mint = (userId: string, clientId: string) =>
          database.transaction((tx) =>
            tokens.mint(tx, { userId, clientId, scopes: [calendarScope], origin: 'issued' }),
          )
        const ended = [await mint(account.id, account.id), await mint(user.id, account.id)]
        const kept = await mint(user.id, 'another')
        const ofAccount = (await directory.find(account.email))!
        if (action === 'remove') await directory.remove(account.email)
        else await directory[action](ofAccount)
        for (const text of ended) {
          expect(await tokens.find(database, hashOf(text))).toBeUndefined()
        }
        expect(await tokens.find(database, hashOf(kept))).toBeDefined()
      },
    )

    // The rules below do not depend on the engine.
    if (engine.kind !== 'sqlite') return

    it('are returned with a private key that is not stored', async () => {
      await using database = await engine.open()
      const { serviceAccounts } = identityOn(database)
      const { account, key } = await serviceAccounts.create({ name: 'importer' })
      expect(key.id).toMatch(/^[0-9a-f]{40}$/)
      expect(createPrivateKey(key.privateKey).asymmetricKeyDetails).toMatchObject({
        modulusLength: 3072,
      })
      expect(key.privateKey).toMatch(/^-----BEGIN PRIVATE KEY-----\n/)
      const kept: unknown[] = []
      await database.snapshot(async (snapshot) => {
        for await (const row of snapshot.rows('service_account_keys')) kept.push(row)
      })
      expect(kept).toMatchObject([{ id: key.id, email: account.email }])
      expect(JSON.stringify(kept)).not.toContain('PRIVATE')
    })

    it('have names that fit into an address', async () => {
      await using database = await engine.open()
      const { serviceAccounts, directory } = identityOn(database)
      for (const name of ['', 'Importer', '9lives', 'ends-', 'a b', 'a@b', 'x'.repeat(31)]) {
        await expect(serviceAccounts.create({ name })).rejects.toMatchObject({ status: 400 })
      }
      expect(await directory.list()).toEqual([])
    })
  })

  describe(`delegation on ${engine.name}`, { skip }, () => {
    it('is granted and revoked by scope', async () => {
      await using database = await engine.open()
      const { serviceAccounts, delegations } = identityOn(database)
      const { account } = await serviceAccounts.create({ name: 'importer' })
      await delegations.allow(account.id, ['openid', calendarScope])
      await delegations.allow(account.id, [calendarScope])
      expect(await delegations.delegatedScopes(account.id)).toEqual([calendarScope, 'openid'])
      await delegations.disallow(account.id, [calendarScope])
      expect(await delegations.delegatedScopes(account.id)).toEqual(['openid'])
    })

    it('revokes the tokens for others and not those of the account', async () => {
      await using database = await engine.open()
      const { serviceAccounts, delegations, tokens, newUser, ended } = identityOn(database)
      const { account } = await serviceAccounts.create({ name: 'importer' })
      await delegations.allow(account.id, [calendarScope])
      const { user } = await newUser('ann@example.com')
      const mint = (userId: string) =>
        database.transaction((tx) =>
          tokens.mint(tx, {
            userId,
            scopes: [calendarScope],
            origin: 'issued',
            clientId: account.id,
          }),
        )
      const own = await mint(account.id)
      const foreign = await mint(user.id)
      await delegations.disallow(account.id, [calendarScope])
      expect(await tokens.find(database, hashOf(own))).toBeDefined()
      expect(await tokens.find(database, hashOf(foreign))).toBeUndefined()
      expect(ended).toEqual([{ hash: hashOf(foreign) }])
    })

    // The rules below do not depend on the engine.
    if (engine.kind !== 'sqlite') return

    it('is not of scopes that the server does not have', async () => {
      await using database = await engine.open()
      const { serviceAccounts, delegations } = identityOn(database)
      const { account } = await serviceAccounts.create({ name: 'importer' })
      const wanted = [calendarScope, 'https://x']
      await expect(delegations.allow(account.id, wanted)).rejects.toThrow(/https:\/\/x/)
      expect(await delegations.delegatedScopes(account.id)).toEqual([])
    })
  })
}

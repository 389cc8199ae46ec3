import { describe, expect, it } from 'vitest'
import { OAuthClients } from '#/auth/clients/oauth-clients.ts'
import { putArtifact } from '#/auth/oauth/artifacts/artifacts.ts'
import { clientPurge } from '#/auth/purge-jobs.ts'
import { seededRandomBytes } from '#/kernel/randomness.ts'
import { engines } from '../support/engines.ts'
import { identityOn } from './identity-fixture.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs

for (const engine of engines) {
  describe.skipIf(engine.unavailable !== undefined)(`clients on ${engine.name}`, () => {
    it('are deleted a day after they registered themselves if they were not used', async () => {
      await using database = await engine.open()
      const { clock, tokens, directory } = identityOn(database)
      const clients = new OAuthClients({
        database,
        clock,
        randomBytes: seededRandomBytes('clients'),
        mode: 'dev',
        provisioners: [],
      })
      const redirectUris = ['http://127.0.0.1/back']
      const create = (name: string, isSelfRegistered = true) =>
        clients.createPublic({ name, kind: 'installed', redirectUris, isSelfRegistered })
      await create('unused')
      await create('created by an operator', false)
      const [withToken, withGrant] = [await create('with a token'), await create('with a grant')]
      const { user } = await directory.create({ email: 'ann@example.com' })
      await database.transaction(async (tx) => {
        await tokens.mint(tx, {
          userId: user.id,
          clientId: withToken.id,
          scopes: ['https://www.googleapis.com/auth/calendar'],
          origin: 'issued',
          expiresAtMs: clock.nowMs() + hourMs,
        })
        await putArtifact(tx, {
          model: 'Grant',
          idHash: 'grant',
          payload: '{}',
          grantId: null,
          uid: null,
          userCodeHash: null,
          accountId: user.id,
          clientId: withGrant.id,
          expiresAt: null,
          origin: 'issued',
        })
      })
      const namesAfter = async (ms: number) => {
        clock.advance(ms)
        await clientPurge(clients).run({}, { clock })
        return (await clients.list()).map(({ name }) => name)
      }
      const kept = ['created by an operator', 'with a grant', 'with a token']
      expect(await namesAfter(dayMs)).toEqual([...kept, 'unused'].toSorted())
      expect(await namesAfter(1)).toEqual(kept)
      // By then tokens and grants may have expired, so that nothing tells whether a client was used.
      await create('unused again')
      expect(await namesAfter(9 * dayMs)).toContain('unused again')
    })
  })
}

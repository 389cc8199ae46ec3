import assert from 'node:assert/strict'
import { describe, it } from 'vitest'
import { putArtifact } from '#/auth/oauth/artifacts/artifacts.ts'
import { tokenPurge } from '#/auth/purge-jobs.ts'
import { oauthArtifacts } from '#/auth/tables.ts'
import { sql } from '#/storage/sql/sql.ts'
import { adHocQuery, none } from '#/storage/sql/statement.ts'
import { engines } from '../support/engines.ts'
import { identityOn } from './identity-fixture.ts'

const listModels = adHocQuery<typeof none, { model: string; count: number }>(
  () => sql`select model, count(*) as count from ${oauthArtifacts} group by model order by model`,
)
const minuteMs = 60_000

for (const engine of engines) {
  describe(`the purge on ${engine.name}`, { skip: engine.unavailable !== undefined }, () => {
    it('removes all codes and sessions that have expired for some minutes, and nothing else', async () => {
      await using database = await engine.open()
      const { clock, tokens } = identityOn(database)
      const put = async (model: string, count: number, expiresAt: number | null) => {
        await database.transaction(async (tx) => {
          for (let index = 0; index < count; index++) {
            await putArtifact(tx, {
              model,
              idHash: `${model}${index}`,
              payload: '{}',
              grantId: null,
              uid: null,
              userCodeHash: null,
              accountId: null,
              clientId: 'app',
              expiresAt,
              origin: 'issued',
            })
          }
        })
      }
      const nowMs = clock.nowMs()
      await put('DeviceCode', 1_001, nowMs - 11 * minuteMs)
      await put('Interaction', 2, nowMs - 9 * minuteMs)
      await put('RefreshToken', 3, nowMs + minuteMs)
      await put('Grant', 4, null)
      const { signal } = new AbortController()
      await tokenPurge(tokens).run({}, { database, clock, signal })
      assert.deepEqual(
        [...(await database.all(listModels, none))],
        [
          { model: 'Grant', count: 4 },
          { model: 'Interaction', count: 2 },
          { model: 'RefreshToken', count: 3 },
        ],
      )
    })
  })
}

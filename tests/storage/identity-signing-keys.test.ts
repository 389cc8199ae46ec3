import { describe, expect, it } from 'vitest'
import type { Mode } from '#/auth/credentials/credential-origin.ts'
import { signingKeys } from '#/auth/oauth/signing-keys.ts'
import { signingKeys as signingKeysTable } from '#/auth/tables.ts'
import { SettableClock } from '#/kernel/clock.ts'
import { silentLog } from '#/kernel/log.ts'
import { seededRandomBytes } from '#/kernel/randomness.ts'
import type { Database } from '#/storage/port.ts'
import { sql } from '#/storage/sql/sql.ts'
import { adHocQuery, none } from '#/storage/sql/statement.ts'
import { engines } from '../support/engines.ts'

const dayMs = 86_400_000

for (const engine of engines) {
  describe.skipIf(engine.unavailable !== undefined)(`signing keys on ${engine.name}`, () => {
    const parts = (
      database: Database,
      nowMs: number,
      { secret = 's'.repeat(32), mode = 'dev' }: { secret?: string; mode?: Mode } = {},
    ) => ({
      database,
      log: silentLog,
      clock: new SettableClock({ mode: 'frozen', atMs: nowMs }),
      randomBytes: seededRandomBytes(`${nowMs}:${secret}`),
      secret,
      mode,
    })

    it('are created once and stored sealed', async () => {
      await using database = await engine.open()
      const [first] = await signingKeys(parts(database, dayMs))
      const [again] = await signingKeys(parts(database, 2 * dayMs))
      expect(again).toEqual(first)
      const rows = await database.all(
        adHocQuery<object, { sealed: string }>(() => sql`select sealed from ${signingKeysTable}`),
        none,
      )
      expect(Buffer.from(String(first?.n), 'base64url')).toHaveLength(3072 / 8)
      expect(rows).toHaveLength(1)
      expect(JSON.stringify(rows)).not.toContain(String(first?.d))
    })

    it('are replaced after a month, and the old one is shown for another month', async () => {
      await using database = await engine.open()
      const [first] = await signingKeys(parts(database, dayMs))
      const later = await signingKeys(parts(database, 32 * dayMs))
      expect(later.map(({ kid }) => kid)).toEqual([
        expect.not.stringContaining(String(first?.kid)),
        first?.kid,
      ])
      const last = await signingKeys(parts(database, 62 * dayMs))
      expect(last.map(({ kid }) => kid)).not.toContain(first?.kid)
    })

    it('that were sealed with another secret are skipped', async () => {
      await using database = await engine.open()
      const [first] = await signingKeys(parts(database, dayMs))
      const [other] = await signingKeys(parts(database, dayMs, { secret: 'o'.repeat(32) }))
      expect(other?.kid).not.toBe(first?.kid)
    })

    // Creating keys takes seconds, and the rest does not depend on the engine.
    if (engine.name !== 'sqlite') return

    it('are shared by the worlds of a development server only', async () => {
      const modulusIn = async (mode: Mode) => {
        await using database = await engine.open()
        const [key] = await signingKeys(parts(database, dayMs, { mode }))
        return key?.n
      }
      const shared = await modulusIn('dev')
      expect(await modulusIn('dev')).toBe(shared)
      const own = await modulusIn('production')
      expect(own).not.toBe(shared)
      expect(await modulusIn('production')).not.toBe(own)
    })
  })
}

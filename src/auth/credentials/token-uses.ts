import type { Clock } from '#/kernel/clock.ts'
import type { Database } from '#/storage/port.ts'
import { sql } from '#/storage/sql/sql.ts'
import { command } from '#/storage/sql/statement.ts'
import { accessTokens } from '../tables.ts'

/** A use is recorded if the last recorded one is older. */
const useRecordedEveryMs = 3_600_000

/**
 * Records when tokens were last used, at most once per hour for each. Requests don't wait for it and don't
 * fail because of it. Uses that occur during a write are written together.
 */
export class TokenUses {
  readonly #database: Database
  readonly #clock: Clock
  readonly #pending = new Set<string>()
  #isWriting = false

  constructor({ database, clock }: { readonly database: Database; readonly clock: Clock }) {
    this.#database = database
    this.#clock = clock
  }

  note(hash: string, lastUsedAtMs: number | null): void {
    const nowMs = this.#clock.nowMs()
    if (lastUsedAtMs !== null && Math.abs(nowMs - lastUsedAtMs) < useRecordedEveryMs) return
    this.#pending.add(hash)
    if (!this.#isWriting) void this.#write()
  }

  async #write(): Promise<void> {
    this.#isWriting = true
    while (this.#pending.size > 0) {
      // In order, so that processes that record the same tokens don't wait for each other.
      const hashes = [...this.#pending].sort()
      this.#pending.clear()
      const nowMs = this.#clock.nowMs()
      try {
        await this.#database.transaction(async (tx) => {
          for (const hash of hashes) await tx.run(noteUse, { hash, nowMs })
        })
      } catch {
        // The next use is recorded instead.
      }
    }
    this.#isWriting = false
  }
}

const noteUse = command<{ hash: string; nowMs: number }>(
  ({ hash, nowMs }) => sql`update ${accessTokens} set last_used_at = ${nowMs} where hash = ${hash}`,
)

import type { Database } from '#/storage/port.ts'
import { sql } from '#/storage/sql/sql.ts'
import { command, query } from '#/storage/sql/statement.ts'
import { oauthArtifacts } from '../../tables.ts'
import { deviceCodeHash } from '../artifacts/device-handles.ts'

/** How long a device waits between requests to begin with, and how much longer each time it did not. */
export const pollIntervalS = 5

/** How much too early a request may come: not every one takes the same time on its way. */
const toleranceMs = 500

/** Notes that a device asks whether somebody has agreed; RFC 8628 wants an interval that grows. */
export function notePoll(
  database: Database,
  { deviceCode, nowMs }: { readonly deviceCode: string; readonly nowMs: number },
): Promise<{ readonly isTooEarly: boolean; readonly intervalS: number }> {
  const idHash = deviceCodeHash(deviceCode)
  return database.transaction(async (tx) => {
    const row = await tx.first(lock, { idHash })
    const intervalS = row?.intervalS ?? pollIntervalS
    const lastAtMs = row?.lastAtMs ?? Number.NEGATIVE_INFINITY
    // A clock that was turned back says nothing about how often the device asks.
    const isTooEarly = nowMs >= lastAtMs && nowMs < lastAtMs + intervalS * 1000 - toleranceMs
    const next = { intervalS: isTooEarly ? intervalS + pollIntervalS : intervalS, lastAtMs: nowMs }
    await tx.run(set, { idHash, ...next })
    return { isTooEarly, intervalS: next.intervalS }
  })
}

interface PollRow {
  readonly lastAtMs: number | null
  readonly intervalS: number | null
}

const lock = query<{ idHash: string }, PollRow>(
  ({ idHash }, { forUpdate }) => sql`
    select polled_at as "lastAtMs", poll_interval_s as "intervalS" from ${oauthArtifacts}
     where model = 'DeviceCode' and id_hash = ${idHash} ${forUpdate}`,
)

const set = command<{ idHash: string; lastAtMs: number; intervalS: number }>(
  ({
    lastAtMs,
    intervalS,
    idHash,
  }) => sql`update ${oauthArtifacts} set polled_at = ${lastAtMs}, poll_interval_s = ${intervalS}
   where model = 'DeviceCode' and id_hash = ${idHash}`,
)

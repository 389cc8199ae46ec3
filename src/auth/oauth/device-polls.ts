import type { Database } from '#/storage/port.ts'
import { statement } from '#/storage/statement.ts'
import { deviceCodeHash } from './device-handles.ts'

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

const lock = statement<{ idHash: string }, PollRow>(
  ({ forUpdate }) =>
    `select polled_at as "lastAtMs", poll_interval_s as "intervalS" from oauth_artifacts
     where model = 'DeviceCode' and id_hash = :idHash ${forUpdate}`,
)

const set = statement<{ idHash: string; lastAtMs: number; intervalS: number }>(
  `update oauth_artifacts set polled_at = :lastAtMs, poll_interval_s = :intervalS
   where model = 'DeviceCode' and id_hash = :idHash`,
)

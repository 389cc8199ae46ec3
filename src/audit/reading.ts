import type { Clock } from '#/kernel/clock.ts'
import type { Database } from '#/storage/port.ts'
import { none } from '#/storage/sql/statement.ts'
import { chainWaiting } from './chain.ts'
import { type AuditFilter, type ChainedEntry, findHead, listAfter, listBefore } from './store.ts'

export type { AuditFilter, ChainedEntry }

const entriesPerPage = 500

export const noFilter: AuditFilter = {
  timeMin: 0,
  timeMax: Number.MAX_SAFE_INTEGER,
  actor: '',
  action: '',
  object: '',
  outcome: '',
}

/** Reads the audit log. Whatever is committed is moved into it first, so that nothing is missing. */
export class AuditReader {
  readonly #context: { readonly database: Database; readonly clock: Clock }

  constructor(context: { readonly database: Database; readonly clock: Clock }) {
    this.#context = context
  }

  /** The newest entries before the given one, the newest first. */
  async page(
    filter: AuditFilter,
    { before, limit }: { readonly before: number | undefined; readonly limit: number },
  ): Promise<ChainedEntry[]> {
    const { database, clock } = this.#context
    if (before === undefined) await chainWaiting(database, clock.nowMs())
    return database.apart.all(listBefore, {
      ...filter,
      before: before ?? Number.MAX_SAFE_INTEGER,
      limit,
    })
  }

  /** All entries there are now, the oldest first. */
  async *entries(filter: AuditFilter): AsyncGenerator<ChainedEntry> {
    const { database, clock } = this.#context
    await chainWaiting(database, clock.nowMs())
    const head = await database.first(findHead, none)
    const last = head?.number ?? 0
    let after = head?.removedNumber ?? 0
    for (;;) {
      const page = await database.apart.all(listAfter, {
        ...filter,
        after,
        last,
        limit: entriesPerPage,
      })
      yield* page
      if (page.length < entriesPerPage) return
      after = page.at(-1)!.number
    }
  }
}

/** An entry as the wire and exports show it: what is not known is left out. */
export function shownEntry(entry: ChainedEntry) {
  const { number, at, action, outcome, actorType, times, hash } = entry
  const memberOf = (name: 'reason' | 'object' | 'clientId' | 'address') =>
    entry[name] === '' ? {} : { [name]: entry[name] }
  return {
    number: String(number),
    time: Temporal.Instant.fromEpochMilliseconds(at).toString({ smallestUnit: 'millisecond' }),
    action,
    outcome,
    ...memberOf('reason'),
    actor: {
      type: actorType,
      ...(entry.actorId !== '' && { id: entry.actorId }),
      ...(entry.actor !== '' && { name: entry.actor }),
    },
    ...memberOf('object'),
    ...memberOf('clientId'),
    ...memberOf('address'),
    count: times,
    ...(entry.details !== '' && { details: JSON.parse(entry.details) as Record<string, unknown> }),
    hash,
  }
}

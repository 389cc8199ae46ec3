import { timingSafeEqual } from 'node:crypto'
import { hashOf } from '#/auth/credentials/secrets.ts'
import type { Seal } from '#/kernel/seal.ts'
import type { Reader, Transaction } from '#/storage/port.ts'
import { insertInto, rowOf, sql } from '#/storage/sql/sql.ts'
import { command, query } from '#/storage/sql/statement.ts'
import { bucketOf, withCalendarId } from '../buckets.ts'
import { calendarFeeds } from '../tables.ts'

/** What a secret address shows: the events, or only when time is taken. */
export const feedDetails = ['full', 'freeBusy'] as const

type FeedDetails = (typeof feedDetails)[number]

interface FeedRow {
  readonly details: FeedDetails
  readonly secret: string
  readonly createdAtMs: number
}

interface FeedKey {
  readonly calendarId: string
  readonly details: FeedDetails
}

/** The secret addresses of calendars. The secrets are stored encrypted, because owners can see them again. */
export class Feeds {
  #seal: Seal | undefined

  /** Call this before feeds are read or written, which only a server does. */
  useSeal(seal: Seal): void {
    this.#seal = seal
  }

  /** Feeds whose secret was encrypted with another key, as after a restore from elsewhere, are lost. */
  async list(reader: Reader, calendarId: string): Promise<FeedRow[]> {
    const rows = await reader.all(list, { calendarId })
    return rows.flatMap((row) => {
      const secret = this.#seal!.open(row.secret)
      return secret === undefined ? [] : [{ ...row, secret }]
    })
  }

  /** What the address with this secret shows; undefined if there is none. */
  async detailsFor(
    reader: Reader,
    { calendarId, secret }: { readonly calendarId: string; readonly secret: string },
  ): Promise<FeedDetails | undefined> {
    const feeds = await this.list(reader, calendarId)
    return feeds.find((feed) => isSameSecret(feed.secret, secret))?.details
  }

  async put(tx: Transaction, { secret, ...feed }: FeedKey & FeedRow): Promise<void> {
    await tx.run(put, { ...feed, secret: this.#seal!.seal(secret) })
  }

  /** Returns whether there was one. */
  async remove(tx: Transaction, feed: FeedKey): Promise<boolean> {
    return (await tx.run(remove, feed)) > 0
  }

  async removeAll(tx: Transaction, calendarId: string): Promise<void> {
    await tx.run(removeAll, { calendarId })
  }
}

/** Compares hashes, so that the duration reveals nothing about the secret. */
const isSameSecret = (one: string, other: string): boolean =>
  timingSafeEqual(Buffer.from(hashOf(one)), Buffer.from(hashOf(other)))

const list = query<{ calendarId: string }, FeedRow>(
  ({ calendarId }) => sql`select details, secret, created_at as "createdAtMs" from ${calendarFeeds}
   where ${withCalendarId(calendarId)} order by details desc`,
)

const put = command<FeedKey & FeedRow>((args) =>
  insertInto(
    calendarFeeds,
    rowOf(calendarFeeds, args, {
      bucket: bucketOf.id(args.calendarId),
      created_at: args.createdAtMs,
    }),
    sql`on conflict (calendar_id, details, bucket) do update set secret = excluded.secret,
     created_at = excluded.created_at`,
  ),
)

const remove = command<FeedKey>(
  ({ calendarId, details }) =>
    sql`delete from ${calendarFeeds} where ${withCalendarId(calendarId)} and details = ${details}`,
)

const removeAll = command<{ calendarId: string }>(
  ({ calendarId }) => sql`delete from ${calendarFeeds} where ${withCalendarId(calendarId)}`,
)

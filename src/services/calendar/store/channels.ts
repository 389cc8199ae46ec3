import type { EndedTokens } from '#/auth/credentials/tokens.ts'
import { serviceAccounts, users } from '#/auth/tables.ts'
import type { ClaimedChannel, Collection } from '#/jobs/push/channels/channel.ts'
import type { EndedChannel } from '#/jobs/push/channels/channel-stops.ts'
import type { Claim, ScannedChannel, ScanPage } from '#/jobs/push/source.ts'
import { channels } from '#/jobs/tables.ts'
import type { Seal } from '#/kernel/seal.ts'
import type { Reader, Transaction } from '#/storage/port.ts'
import type { Dialect } from '#/storage/sql/dialect.ts'
import { insertInto, limit, rowOf, sql } from '#/storage/sql/sql.ts'
import { command, type Parameters, query } from '#/storage/sql/statement.ts'
import { withId, withIds } from './buckets.ts'
import { userNumbers } from './changes.ts'
import { calendarList, calendars, calendarUsers } from './tables.ts'

export interface NewChannel extends Collection {
  readonly key: string
  readonly clientId: string
  readonly id: string
  readonly userId: string
  readonly eventTypes: string
  readonly scopes: string
  /** The token that created the channel, and its grant. */
  readonly tokenHash: string | null
  readonly grantId: string | null
  readonly address: string
  readonly token: string | null
  readonly secret: string | null
  readonly resourceId: string
  readonly resourceUri: string
  readonly createdAt: number
  readonly expiresAt: number
  readonly incarnation: string
  /** The change number of the collection at creation. */
  readonly told: number
  readonly toldKey: number
}

interface Stopping {
  readonly clientId: string
  readonly userId: string
  readonly id: string
  readonly resourceId: string
  readonly now: number
}

/** The channels of this service. Their secrets are stored encrypted. */
export class Channels {
  #seal: Seal | undefined

  /** Call this before channels are added or claimed, which only a server does. */
  useSeal(seal: Seal): void {
    this.#seal = seal
  }

  #sealedText(text: string | null): string | null {
    return text === null ? null : this.#seal!.seal(text)
  }

  /** Secrets that were encrypted with another key, as after a restore from elsewhere, are lost. */
  #openedChannels(rows: readonly ClaimedChannel[]): ClaimedChannel[] {
    const openedText = (text: string | null) =>
      text === null ? null : (this.#seal!.open(text) ?? null)
    return rows.map((row) => ({
      ...row,
      token: openedText(row.token),
      secret: openedText(row.secret),
    }))
  }

  /** Returns false if there is a live channel with this id. The id of an expired one can be reused. */
  async add(tx: Transaction, channel: NewChannel): Promise<boolean> {
    const { clientId, id, createdAt: now } = channel
    await tx.run(removeExpired, { clientId, id, now })
    const { token, secret } = channel
    const sealed = {
      ...channel,
      token: this.#sealedText(token),
      secret: this.#sealedText(secret),
    }
    return (await tx.first(add, sealed)) !== undefined
  }

  async countOf(
    reader: Reader,
    { kind, owner, userId, now }: Collection & { userId: string; now: number },
  ): Promise<{ ofUser: number; ofResource: number }> {
    return (await reader.first(count, { kind, owner, userId, now }))!
  }

  /**
   * Removes the channel and returns its lease. Requires the same client and the user who created it,
   * or any user of the client if it is a service account.
   */
  stop(tx: Transaction, stopping: Stopping): Promise<EndedChannel | undefined> {
    return tx.first(stop, stopping)
  }

  /** Call this in the transaction that removes the calendar. */
  async endOfCalendar(tx: Transaction, calendarId: string): Promise<void> {
    await tx.run(removeOfCalendar, { calendarId })
  }

  /** Call this in the transaction that revokes tokens. */
  async endOfTokens(tx: Transaction, ended: EndedTokens): Promise<void> {
    const which = { hash: '', grantId: '', userId: '', ...ended }
    await tx.run(removeOfTokens, which)
  }

  async claimOf(tx: Transaction, collection: Collection, claim: Claim): Promise<ClaimedChannel[]> {
    return this.#openedChannels(await tx.all(claimOf, { ...claim, ...collection }))
  }

  async claimRetries(tx: Transaction, claim: Claim): Promise<ClaimedChannel[]> {
    const claimed: ClaimedChannel[] = []
    for (const collection of await tx.all(listRetries, claim)) {
      const count = claim.count - claimed.length
      if (count === 0) break
      claimed.push(...(await tx.all(claimRetriesOf, { ...claim, ...collection, count })))
    }
    return this.#openedChannels(claimed)
  }

  async isWatched(reader: Reader, collection: Collection, now: number): Promise<boolean> {
    return (await reader.first(findOne, { ...collection, now })) !== undefined
  }

  async scan(reader: Reader, page: ScanPage): Promise<ScannedChannel[]> {
    const scanned = await reader.all(scan, page)
    const numbers = await numbersOf(reader, scanned)
    return scanned.map(({ key, kind, owner, isFree, isPending, told }) => {
      const present = numbers.get(`${kind} ${owner}`)
      const isDue = isFree === 1 && present !== undefined && (isPending === 1 || told < present)
      return { key, kind, owner, isDue: isDue ? 1 : 0 }
    })
  }
}

const add = command<NewChannel, { key: string }>((args) =>
  insertInto(
    channels,
    rowOf(channels, args, {
      is_warned: sql`0`,
      telling: args.told,
      is_synced: sql`0`,
      is_wanted: sql`0`,
      message_number: sql`0`,
      attempts: sql`0`,
      tries: sql`0`,
      due_at: null,
      leased_by: null,
      leased_until: null,
    }),
    sql`on conflict (client_id, id) do nothing
   returning key`,
  ),
)

const removeExpired = command<{ clientId: string; id: string; now: number }>(
  ({ clientId, id, now }) =>
    sql`delete from ${channels} where client_id = ${clientId} and id = ${id} and expires_at <= ${now}`,
)

const count = query<
  Collection & { userId: string; now: number },
  { ofUser: number; ofResource: number }
>(
  ({ userId, now, owner, kind }) => sql`select
     (select count(*) from ${channels} where user_id = ${userId} and expires_at > ${now}) as "ofUser",
     (select count(*) from ${channels}
      where owner = ${owner} and kind = ${kind} and expires_at > ${now}) as "ofResource"`,
)

const stop = command<Stopping, EndedChannel>(
  ({ clientId, id, resourceId, now, userId }) => sql`delete from ${channels}
   where client_id = ${clientId} and id = ${id} and resource_id = ${resourceId} and expires_at > ${now}
     and (user_id = ${userId} or exists (
       select 1 from ${serviceAccounts} a where a.id = ${channels}.client_id))
   returning key, leased_by as "leasedBy", leased_until as "leasedUntilMs"`,
)

const removeOfCalendar = command<{ calendarId: string }>(
  ({ calendarId }) =>
    sql`delete from ${channels} where owner = ${calendarId} and kind in ('events', 'acl')`,
)

const removeOfTokens = command<{ hash: string; grantId: string; userId: string }>(
  ({ hash, grantId, userId }) => sql`delete from ${channels}
   where token_hash = ${hash} or grant_id = ${grantId} or user_id = ${userId}`,
)

/** The change number of a collection; null if it no longer exists. */
const numberOf = ({ kind, owner }: Parameters<Collection>) =>
  sql`(case ${kind}
    when 'events' then (select change_number from ${calendars} where ${withId(owner)})
    when 'acl' then (select acl_change_number from ${calendars} where ${withId(owner)})
    when 'calendarList' then (select list_change_number from ${calendarUsers} where user_id = ${owner})
    else (select settings_change_number from ${calendarUsers} where user_id = ${owner}) end)`

const isFree = ({ now }: Parameters<Pick<Claim, 'now'>>, { databaseMs }: Dialect) =>
  sql`expires_at > ${now} and (leased_until is null or leased_until <= ${databaseMs})
    and (due_at is null or due_at <= ${now})`

/** Whether a message is to be sent although nothing may have changed. */
const isPending = ({ incarnation }: Parameters<Pick<Claim, 'incarnation'>>) =>
  sql`(is_synced = 0 or is_wanted = 1 or incarnation <> ${incarnation})`

// All channels of a claim watch the same collection, so its number is read once.
const present = sql`(select number from present)`

const telling = sql`(case when is_synced = 0 then told else coalesce(${present}, told) end)`

// A retry keeps its message number, unless it reports more than before or an earlier number was lost.
const claiming = (args: Parameters<Claim>, { databaseMs }: Dialect) => sql`update ${channels} set
    telling = ${telling},
    message_number = case
      when incarnation <> ${args.incarnation} and message_number < ${args.numberMin}
        then ${args.numberMin}
      when attempts > 0 and telling = ${telling} then message_number
      else message_number + 1 end,
    tries = tries + 1, due_at = null, leased_by = ${args.worker},
    leased_until = ${databaseMs} + ${args.leaseMs}
  where key in (select key from due)
  returning key, id, client_id as "clientId", user_id as "userId", kind, owner,
    event_types as "eventTypes", scopes, address, token, secret, resource_id as "resourceId",
    resource_uri as "resourceUri", expires_at as "expiresAt", incarnation, told, told_key as "toldKey",
    telling, is_synced as "isSynced", is_wanted as "isWanted", message_number as "messageNumber",
    attempts, tries`

// Materializing the CTE makes `limit` effective on PostgreSQL.
const claimOf = command<Claim & Collection, ClaimedChannel>(
  (args, dialect) => sql`
  with present as materialized (select ${numberOf(args)} as number),
  due as materialized (
    select key from ${channels}
    where owner = ${args.owner} and kind = ${args.kind} and ${isFree(args, dialect)}
      and ${present} is not null and (${isPending(args)} or told < ${present})
    ${limit(args.count)} ${dialect.skipLocked}
  )
  ${claiming(args, dialect)}`,
)

const listRetries = query<Claim, Collection>(
  (args, dialect) => sql`select kind, owner from ${channels}
   where due_at <= ${args.now} and ${isFree(args, dialect)}
   group by kind, owner order by min(due_at) ${limit(args.count)}`,
)

const claimRetriesOf = command<Claim & Collection, ClaimedChannel>(
  (args, dialect) => sql`
  with present as materialized (select ${numberOf(args)} as number),
  due as materialized (
    select key from ${channels}
    where owner = ${args.owner} and kind = ${args.kind}
      and due_at <= ${args.now} and ${isFree(args, dialect)}
    order by due_at ${limit(args.count)} ${dialect.skipLocked}
  )
  ${claiming(args, dialect)}`,
)

const findOne = query<Collection & { now: number }, { key: string }>(
  ({ owner, kind, now }) => sql`select key from ${channels}
   where owner = ${owner} and kind = ${kind} and expires_at > ${now} limit 1`,
)

interface FoundChannel extends Collection {
  readonly key: string
  readonly isFree: 0 | 1
  readonly isPending: 0 | 1
  readonly told: number
}

const scan = query<ScanPage, FoundChannel>(
  (args, dialect) => sql`select key, kind, owner, told,
     case when ${isFree(args, dialect)} then 1 else 0 end as "isFree",
     case when ${isPending(args)} then 1 else 0 end as "isPending"
   from ${channels} where key > ${args.after} and expires_at > ${args.now}
   order by key ${limit(args.count)}`,
)

/** The change numbers of collections that exist, by kind and owner. */
async function numbersOf(
  reader: Reader,
  collections: readonly Collection[],
): Promise<ReadonlyMap<string, number>> {
  const { calendar = [], user = [] } = Object.groupBy(collections, ({ kind }) =>
    kind === 'events' || kind === 'acl' ? 'calendar' : 'user',
  )
  const ownersOf = (list: readonly Collection[]) => [...new Set(list.map(({ owner }) => owner))]
  const numbers = new Map<string, number>()
  for (const { id, changeNumber, aclChangeNumber } of await reader.all(findNumbers, {
    ids: JSON.stringify(ownersOf(calendar)),
  })) {
    numbers.set(`events ${id}`, changeNumber)
    numbers.set(`acl ${id}`, aclChangeNumber)
  }
  for (const { userId, list, settings } of await userNumbers(reader, ownersOf(user))) {
    numbers.set(`calendarList ${userId}`, list)
    numbers.set(`settings ${userId}`, settings)
  }
  return numbers
}

const findNumbers = query<
  { ids: string },
  { id: string; changeNumber: number; aclChangeNumber: number }
>(
  ({ ids }, dialect) => sql`select id, change_number as "changeNumber",
     acl_change_number as "aclChangeNumber"
   from ${calendars} where ${withIds(ids, dialect)}`,
)

/** The addresses of active users, by id. */
export async function activeUsers(
  reader: Reader,
  of: readonly { readonly userId: string }[],
): Promise<ReadonlyMap<string, string>> {
  const ids = JSON.stringify([...new Set(of.map(({ userId }) => userId))])
  const users = await reader.all(findActive, { ids })
  return new Map(users.map(({ id, email }) => [id, email]))
}

const findActive = query<{ ids: string }, { id: string; email: string }>(
  ({ ids }, { inTexts }) =>
    sql`select id, email from ${users} where id ${inTexts(ids)} and disabled_at is null`,
)

interface Page {
  readonly after: string
  readonly now: number
  readonly limit: number
}

/** Users whose calendar list is watched, by id. */
export async function listWatchersAfter(reader: Reader, page: Page): Promise<string[]> {
  return (await reader.all(findWatchers, page)).map(({ userId }) => userId)
}

/** Those of them who have one of the calendars on their list. */
export async function listWatchersWith(
  reader: Reader,
  { calendarIds, ...page }: Page & { readonly calendarIds: readonly string[] },
): Promise<string[]> {
  const rows = await reader.all(findWith, { ...page, calendarIds: JSON.stringify(calendarIds) })
  return rows.map(({ userId }) => userId)
}

const findWatchers = query<Page, { userId: string }>(
  (args) => sql`select distinct owner as "userId" from ${channels}
   where kind = 'calendarList' and expires_at > ${args.now} and owner > ${args.after}
   order by owner ${limit(args.limit)}`,
)

const findWith = query<Page & { calendarIds: string }, { userId: string }>(
  (args, { inTexts }) => sql`select distinct c.owner as "userId"
   from ${calendarList} l join ${channels} c on c.owner = l.user_id and c.kind = 'calendarList'
   where l.calendar_id ${inTexts(args.calendarIds)} and l.is_deleted = 0
     and c.expires_at > ${args.now} and c.owner > ${args.after}
   order by c.owner ${limit(args.limit)}`,
)

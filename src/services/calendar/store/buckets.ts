import type { Dialect } from '#/storage/sql/dialect.ts'
import {
  computed,
  keyed,
  owner,
  type Parameter,
  routing,
  type Sql,
  sql,
} from '#/storage/sql/sql.ts'
import type { Table } from '#/storage/sql/table.ts'

/**
 * The number of buckets that calendars are in. All rows of a calendar are in the same bucket, which follows
 * from its id and never changes, and a cluster stores a bucket on one server.
 */
export const bucketCount = 4_096

export function bucketOfId(id: string): number {
  let hash = 0x811c9dc5
  for (let index = 0; index < id.length; index++) {
    hash = Math.imul(hash ^ id.charCodeAt(index), 0x01000193)
  }
  // The lower bits alone depend too little on the beginning of the id.
  return (hash ^ (hash >>> 15)) & (bucketCount - 1)
}

/** The key of a calendar's events contains its bucket, because copies and jobs know only the key. */
export const keyInBucket = (number: number, id: string): number =>
  number * bucketCount + bucketOfId(id)

export const bucketOfKey = (key: number): number => key % bucketCount

/** The bucket of a calendar as a value of a statement, from its id or from the key of its events. */
export const bucketOf = {
  id: (id: Parameter): Parameter => owner(computed('bucket', id, bucketOfId)),
  key: (key: Parameter): Parameter => owner(computed('bucket', key, bucketOfKey)),
}

/** The condition that selects the rows with a calendar's key, of a table or its alias. */
export const withKey = (key: Parameter, alias = noAlias): Sql =>
  sql`${alias}calendar_key = ${key}${inBucket(bucketOf.key(key), alias)}`

/** The condition that selects the rows that name a calendar by its id. */
export const withCalendarId = (id: Parameter): Sql =>
  sql`calendar_id = ${id}${inBucket(bucketOf.id(id))}`

/** The same for a JSON array of ids. */
export const withCalendarIds = (ids: Parameter, { inTexts }: Dialect): Sql =>
  sql`calendar_id ${inTexts(ids)}${inBucketsOf(ids)}`

/** The condition that selects an event by the key of its calendar. */
export const withEventId = (key: Parameter, id: Parameter): Sql =>
  sql`calendar_key = ${key} and id = ${id}${keyed(sql` and bucket = ${bucketOf.key(key)}`)}`

/** The condition that selects a calendar, of the table or its alias. */
export const withId = (id: Parameter, alias = noAlias): Sql =>
  sql`${alias}id = ${id}${keyed(sql` and ${alias}bucket = ${bucketOf.id(id)}`)}`

/** The condition that selects the calendar of events, of the table or its alias. */
export const ofKey = (key: Parameter, alias = noAlias): Sql =>
  sql`${alias}key = ${key}${inBucket(bucketOf.key(key), alias)}`

/** The condition that selects the calendars of a JSON array of ids. */
export const withIds = (ids: Parameter, { inTexts }: Dialect): Sql =>
  sql`id ${inTexts(ids)}${inBucketsOf(ids)}`

/** Joins rows of the same calendar on one server. */
export const inSameBucket = (one: Sql | Table, other: Sql | Table): Sql =>
  routing(sql` and ${one}.bucket = ${other}.bucket`)

const noAlias = sql``

const inBucketsOf = (ids: Parameter) => {
  const buckets = computed('buckets', ids, (list: string) => {
    const all = new Set((JSON.parse(list) as string[]).map(bucketOfId))
    return `{${[...all].join()}}`
  })
  return routing(sql` and bucket = any(${buckets})`)
}

const inBucket = (bucket: Parameter, alias = noAlias) =>
  routing(sql` and ${alias}bucket = ${bucket}`)

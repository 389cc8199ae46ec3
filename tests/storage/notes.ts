import type { Reader } from '#/storage/port.ts'
import { adHocStatement, none } from '#/storage/statement.ts'

// Small rows for tests of storage itself, kept in a table that every schema has.

export const addNote = adHocStatement<{ id: string }>(
  "insert into meta (name, value) values ('note-' || :id, '')",
)

/** The same by a plain insert, of which many can be made at once. */
export const addNamed = adHocStatement<{ name: string; value: string }>(
  'insert into meta (value, name) values (:value, :name)',
)

const allNamed = adHocStatement<typeof none, { name: string; value: string }>(
  "select name, value from meta where name like 'named-%' order by name",
)

export const namedRows = (reader: Reader) => reader.all(allNamed, none)

/** Rows with a number that may be missing. */
export const addConversion = adHocStatement<{ id: string; clickedAt: number | null; at: number }>(
  `insert into ads_conversions (conversion_id, clicked_at, advertiser_id, at_ms, ds_id, account_id,
      campaign_id, ad_group_id, criterion_id, ad_id, activity_id, day, state, modified_at, sequence, wire)
    values (:id, :clickedAt, :id, :at, :at, :id, :id, :id, :id, :id, :id, :at, :id, :at, :at, :id)`,
)

const allConversions = adHocStatement<typeof none, { id: string; clickedAt: number | null }>(
  'select conversion_id as id, clicked_at as "clickedAt" from ads_conversions order by sequence',
)

export const conversionRows = (reader: Reader) => reader.all(allConversions, none)

/** Takes so many numbers, of which the last is told. */
export const takeNumbers = adHocStatement<{ count: number }, { last: number }>(
  `update book_catalogue set version = version + :count where id = 1
    returning version as last`,
)

export const countNotes = adHocStatement<typeof none, { total: number }>(
  "select count(*) as total from meta where name like 'note-%'",
)

const allNotes = adHocStatement<typeof none, { id: string }>(
  "select substr(name, 6) as id from meta where name like 'note-%' order by name",
)

export const noteIds = async (reader: Reader): Promise<string[]> =>
  (await reader.all(allNotes, none)).map(({ id }) => id)

export const addCounter = adHocStatement("insert into meta (name, value) values ('counter', '0')")

/** Holds the row until the transaction ends. */
export const readCounter = adHocStatement<typeof none, { value: string }>(
  ({ forUpdate }) => `select value from meta where name = 'counter' ${forUpdate}`,
)

/** Overwrites a note, which is named. */
export const setNote = adHocStatement<{ id: string; value: string }>(
  "update meta set value = :value where name = 'note-' || :id",
)

const noteValue = adHocStatement<{ id: string }, { value: string }>(
  "select value from meta where name = 'note-' || :id",
)

export const valueOfNote = async (reader: Reader, id: string): Promise<string | undefined> =>
  (await reader.first(noteValue, { id }))?.value

export const increment = adHocStatement<{ value: string }>(
  "update meta set value = :value where name = 'counter'",
)

import { adsConversions } from '#/services/ads/store/tables.ts'
import { bookCatalog } from '#/services/books/store/tables.ts'
import type { Reader } from '#/storage/port.ts'
import { meta } from '#/storage/schema/tables.ts'
import { insertInto, sql, UnlessExists } from '#/storage/sql/sql.ts'
import { adHocCommand, adHocQuery, none } from '#/storage/sql/statement.ts'

// Small rows for tests of storage itself, kept in a table that every schema has.

export const addNote = adHocCommand<{ id: string }>(({ id }) =>
  insertInto(meta, { name: sql`'note-' || ${id}`, value: sql`''` }),
)

/** The same with any name and value. */
export const addNamed = adHocCommand<{ name: string; value: string }>(({ value, name }) =>
  insertInto(meta, { value, name }),
)

/** The same, unless there is such a row. */
export const addUnlessThere = adHocCommand<{ name: string; value: string }>(({ name, value }) =>
  insertInto(meta, { name, value }, new UnlessExists(meta)),
)

const allNamed = adHocQuery<typeof none, { name: string; value: string }>(
  () => sql`select name, value from ${meta} where name like 'named-%' order by name`,
)

export const namedRows = (reader: Reader) => reader.all(allNamed, none)

/** Rows with a number that may be missing. */
export const addConversion = adHocCommand<{ id: string; clickedAt: number | null; at: number }>(
  ({ id, clickedAt, at }) =>
    insertInto(adsConversions, {
      conversion_id: id,
      clicked_at: clickedAt,
      advertiser_id: id,
      at_ms: at,
      ds_id: at,
      account_id: id,
      campaign_id: id,
      ad_group_id: id,
      criterion_id: id,
      ad_id: id,
      activity_id: id,
      day: at,
      state: id,
      modified_at: at,
      sequence: at,
      wire: id,
    }),
)

const allConversions = adHocQuery<typeof none, { id: string; clickedAt: number | null }>(
  () =>
    sql`select conversion_id as id, clicked_at as "clickedAt" from ${adsConversions} order by sequence`,
)

export const conversionRows = (reader: Reader) => reader.all(allConversions, none)

/** Takes so many numbers, of which the last is told. */
export const takeNumbers = adHocCommand<{ count: number }, { last: number }>(
  ({ count }) => sql`update ${bookCatalog} set version = version + ${count} where id = 1
    returning version as last`,
)

export const countNotes = adHocQuery<typeof none, { total: number }>(
  () => sql`select count(*) as total from ${meta} where name like 'note-%'`,
)

const allNotes = adHocQuery<typeof none, { id: string }>(
  () => sql`select substr(name, 6) as id from ${meta} where name like 'note-%' order by name`,
)

export const noteIds = async (reader: Reader): Promise<string[]> =>
  (await reader.all(allNotes, none)).map(({ id }) => id)

export const addCounter = adHocCommand(() =>
  insertInto(meta, { name: sql`'counter'`, value: sql`'0'` }),
)

/** Holds the row until the transaction ends. */
export const readCounter = adHocQuery<typeof none, { value: string }>(
  (_, { forUpdate }) => sql`select value from ${meta} where name = 'counter' ${forUpdate}`,
)

/** Overwrites a note, which is named. */
export const setNote = adHocCommand<{ id: string; value: string }>(
  ({ value, id }) => sql`update ${meta} set value = ${value} where name = 'note-' || ${id}`,
)

/** The same for notes that have one of two values. */
export const setNoteAgain = adHocCommand<{ id: string; value: string }>(
  ({ id, value }) =>
    sql`update ${meta} set value = ${value} where name = 'note-' || ${id} and value in ('1', '2')`,
)

const noteValue = adHocQuery<{ id: string }, { value: string }>(
  ({ id }) => sql`select value from ${meta} where name = 'note-' || ${id}`,
)

export const valueOfNote = async (reader: Reader, id: string): Promise<string | undefined> =>
  (await reader.first(noteValue, { id }))?.value

export const increment = adHocCommand<{ value: string }>(
  ({ value }) => sql`update ${meta} set value = ${value} where name = 'counter'`,
)

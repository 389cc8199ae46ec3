import type { Reader } from '#/storage/port.ts'
import { adHocStatement, none } from '#/storage/statement.ts'

// Small rows for tests of storage itself, kept in a table that every schema has.

export const addNote = adHocStatement<{ id: string }>(
  "insert into meta (name, value) values ('note-' || :id, '')",
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

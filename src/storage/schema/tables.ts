import { integer, table, text } from '../sql/table.ts'
import type { SchemaPart } from './schema.ts'

/** Facts about the database, such as its epoch. */
export const meta = table('meta', {
  columns: {
    name: text,
    value: text,
  },
  key: ['name'],
})

/** The steps of the schema that the database has taken. */
export const migrations = table('migrations', {
  columns: {
    number: integer,
    name: text,
  },
  key: ['number'],
})

/** One row on a database server: its incarnation (decision record 23). */
export const serverIncarnation = table('server_incarnation', {
  columns: {
    id: integer,
    incarnation: text,
    server: text,
  },
  key: ['id'],
})

export const storageSchema: SchemaPart = {
  tables: [meta, migrations, serverIncarnation],
  unarchived: [migrations, serverIncarnation],
}

import {
  index,
  integer,
  nullable,
  onCoordinator,
  onEveryServer,
  table,
  text,
} from '../sql/table.ts'
import type { SchemaPart } from './schema.ts'

const ofFewRows = onCoordinator('It has few rows.')

/** Facts about the database, such as its epoch. */
export const meta = table('meta', {
  columns: {
    name: text,
    value: text,
  },
  distribution: ofFewRows,
  key: ['name'],
})

/**
 * The migrations of the database. `works_with` is the oldest schema whose programs can use it, and `progress`
 * is how far the changes of many rows have come, null at the end.
 */
export const migrations = table('migrations', {
  columns: {
    number: integer,
    name: text,
    works_with: integer,
    progress: nullable(text),
  },
  distribution: ofFewRows,
  key: ['number'],
})

/** One row on a database server: its incarnation (decision record 23). */
export const serverIncarnation = table('server_incarnation', {
  columns: {
    id: integer,
    incarnation: text,
    server: text,
  },
  // Transactions compare it on the server that they run on.
  distribution: onEveryServer,
  key: ['id'],
})

/** Recent notifications on a database server, for processes that cannot listen to them. */
export const notifications = table('notifications', {
  columns: {
    tx: integer,
    channel: text,
    payload: text,
    noted_at: integer,
  },
  distribution: onCoordinator('Rows are deleted after minutes.'),
  key: ['tx', 'channel', 'payload'],
  indexes: { notifications_by_time: index('noted_at') },
})

export const storageSchema: SchemaPart = {
  tables: [meta, migrations, serverIncarnation, notifications],
  unarchived: [migrations, serverIncarnation, notifications],
}

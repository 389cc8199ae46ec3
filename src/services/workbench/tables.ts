import type { SchemaPart } from '#/storage/schema/schema.ts'
import { integer, onCoordinator, table, text } from '#/storage/sql/table.ts'

/** Named states of the whole database. */
export const snapshots = table('snapshots', {
  columns: {
    name: text,
    created_at: integer,
    archive: text,
  },
  distribution: onCoordinator('Only dev mode uses it.'),
  key: ['name'],
})

export const workbenchSchema: SchemaPart = {
  tables: [snapshots],
  unarchived: [snapshots],
}

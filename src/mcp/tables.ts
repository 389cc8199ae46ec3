import { users } from '#/auth/tables.ts'
import type { SchemaPart } from '#/storage/schema/schema.ts'
import { distributedBy, integer, references, table, text } from '#/storage/sql/table.ts'

/** The last write of each client of a user, with the call that takes it back. */
export const agentWrites = table('agent_writes', {
  columns: {
    user_id: references(users),
    client: text,
    summary: text,
    undo: text,
    written_at: integer,
  },
  distribution: distributedBy('user_id', 'user'),
  key: ['user_id', 'client'],
})

export const mcpSchema: SchemaPart = {
  tables: [agentWrites],
  unarchived: [agentWrites],
}

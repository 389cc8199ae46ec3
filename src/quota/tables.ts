import type { SchemaPart } from '#/storage/schema/schema.ts'
import { distributedBy, index, integer, table, text } from '#/storage/sql/table.ts'

/** The units that a subject used in a minute or a day. */
export const quotaUsage = table('quota_usage', {
  columns: {
    subject: text,
    span: text,
    started_at: integer,
    units: integer,
  },
  distribution: distributedBy('subject', 'quota'),
  key: ['subject', 'span', 'started_at'],
  indexes: {
    quota_usage_by_start: index('span', 'started_at'),
  },
})

export const quotaSchema: SchemaPart = {
  tables: [quotaUsage],
}

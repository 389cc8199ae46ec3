import { auditPendingInOrder, auditSchema } from '#/audit/tables.ts'
import { authSchema } from '#/auth/tables.ts'
import { jobsSchema, promptJobs } from '#/jobs/tables.ts'
import { mcpSchema } from '#/mcp/tables.ts'
import { quotaSchema } from '#/quota/tables.ts'
import { adsSchema } from '#/services/ads/store/tables.ts'
import { booksSchema } from '#/services/books/store/tables.ts'
import { calendarInbox, calendarSchema } from '#/services/calendar/store/tables.ts'
import { workbenchSchema } from '#/services/workbench/tables.ts'
import { schemaOf, tableMigration } from '#/storage/schema/schema.ts'
import { storageSchema } from '#/storage/schema/tables.ts'

/** The schema of the database. */
export const schema = schemaOf(
  [
    storageSchema,
    quotaSchema,
    auditSchema,
    authSchema,
    jobsSchema,
    calendarSchema,
    booksSchema,
    adsSchema,
    mcpSchema,
    workbenchSchema,
  ],
  [
    tableMigration({ number: 2, name: 'scheduling inbox' }, calendarInbox),
    tableMigration({ number: 3, name: 'prompt jobs' }, promptJobs),
    auditPendingInOrder,
  ],
)

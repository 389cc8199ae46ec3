import type { Reader } from '#/storage/port.ts'
import { insertInto, limit, rowOf, sql } from '#/storage/sql/sql.ts'
import { command, query } from '#/storage/sql/statement.ts'
import { mails } from '../tables.ts'
import type { Mail, MailState } from './mail.ts'

const columns = sql`id, recipient, sender, sender_name as "senderName", reply_to as "replyTo", subject,
    text_part as "textPart", html_part as "htmlPart", calendar_part as "calendarPart",
    calendar_method as "calendarMethod", message_id as "messageId", state, attempts,
    last_error as "lastError", created_at as "createdAtMs", sent_at as "sentAtMs"`

export const insertMail = command<Omit<Mail, 'state' | 'attempts' | 'lastError' | 'sentAtMs'>>(
  (args) =>
    insertInto(
      mails,
      rowOf(mails, args, {
        state: sql`'waiting'`,
        attempts: sql`0`,
        last_error: null,
        created_at: args.createdAtMs,
        sent_at: null,
      }),
      sql`on conflict (id) do nothing`,
    ),
)

export const findMail = query<{ id: string }, Mail>(
  ({ id }) => sql`
  select ${columns} from ${mails} where id = ${id}
`,
)

/** The latest mails in any state, oldest first. */
export const latestMails = (reader: Reader, count: number): Promise<Mail[]> =>
  reader.all(listMails, { count })

const listMails = query<{ count: number }, Mail>(
  ({ count }) => sql`
  select * from (select ${columns} from ${mails} order by created_at desc, id desc ${limit(count)}) latest
  order by "createdAtMs", id
`,
)

export const recordAttempt = command<{
  id: string
  state: MailState
  attempts: number
  error: string | null
  sentAt: number | null
}>(
  ({ state, attempts, error, sentAt, id }) => sql`
  update ${mails} set state = ${state}, attempts = ${attempts}, last_error = ${error}, sent_at = ${sentAt}
  where id = ${id}
`,
)

export const removeOldMails = command<{ before: number; count: number }>(
  ({ count, before }) => sql`
  delete from ${mails} where id in (
    select id from ${mails} where state <> 'waiting' and created_at < ${before} ${limit(count)}
  )
`,
)

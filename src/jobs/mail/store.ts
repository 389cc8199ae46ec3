import { statement } from '#/storage/statement.ts'
import type { Mail, MailState } from './mail.ts'

const columns = `id, recipient, sender, sender_name as "senderName", reply_to as "replyTo", subject,
    text_part as "textPart", html_part as "htmlPart", calendar_part as "calendarPart",
    calendar_method as "calendarMethod", message_id as "messageId", state, attempts,
    last_error as "lastError", created_at as "createdAtMs", sent_at as "sentAtMs"`

export const insertMail = statement<Omit<Mail, 'state' | 'attempts' | 'lastError' | 'sentAtMs'>>(`
  insert into mails (id, recipient, sender, sender_name, reply_to, subject, text_part, html_part,
    calendar_part, calendar_method, message_id, state, attempts, created_at)
  values (:id, :recipient, :sender, :senderName, :replyTo, :subject, :textPart, :htmlPart,
    :calendarPart, :calendarMethod, :messageId, 'waiting', 0, :createdAtMs)
  on conflict (id) do nothing
`)

export const findMail = statement<{ id: string }, Mail>(`
  select ${columns} from mails where id = :id
`)

/** The latest ones, of them the earliest first. */
export const listMails = statement<{ count: number }, Mail>(`
  select * from (select ${columns} from mails order by created_at desc, id desc limit :count) latest
  order by "createdAtMs", id
`)

export const recordAttempt = statement<{
  id: string
  state: MailState
  attempts: number
  error: string | null
  sentAt: number | null
}>(`
  update mails set state = :state, attempts = :attempts, last_error = :error, sent_at = :sentAt
  where id = :id
`)

export const removeOldMails = statement<{ before: number; count: number }>(`
  delete from mails where id in (
    select id from mails where state <> 'waiting' and created_at < :before limit :count
  )
`)

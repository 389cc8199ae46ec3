import type { Migration } from '../migration.ts'

/** Mail as it was written: on its way, sent, kept for looking at, or given up. */
export const mail: Migration = {
  number: 5,
  name: 'mail',
  statements: ({ text, integer }) => [
    `create table mails (
      id ${text} primary key,
      recipient ${text} not null,
      sender ${text} not null,
      sender_name ${text},
      reply_to ${text},
      subject ${text} not null,
      text_part ${text} not null,
      html_part ${text} not null,
      calendar_part ${text},
      calendar_method ${text},
      message_id ${text} not null,
      state ${text} not null,
      attempts ${integer} not null,
      last_error ${text},
      created_at ${integer} not null,
      sent_at ${integer}
    )`,
    'create index mails_by_creation on mails (created_at, id)',
    `create index mails_over on mails (created_at) where state <> 'waiting'`,
  ],
}

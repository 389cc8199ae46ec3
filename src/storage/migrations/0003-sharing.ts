import type { Migration } from '../migration.ts'

/**
 * Access rules and calendar lists. Calendars that there are get what their making would give them
 * now: rules for their owner and for themselves, and an entry on the owner's list.
 */
export const sharing: Migration = {
  number: 3,
  name: 'sharing',
  statements: ({ text, integer }) => [
    `alter table calendars add column changed_sequence ${integer} not null default 0`,
    `alter table calendars add column acl_sequence ${integer} not null default 0`,
    `alter table calendars add column group_rules ${integer} not null default 0`,
    'update calendars set changed_sequence = sequence, acl_sequence = 2 - is_primary',
    `alter table calendar_users add column list_sequence ${integer} not null default 0`,

    `create table calendar_acl (
      calendar_id ${text} not null references calendars (id) on delete cascade,
      rule_id ${text} not null,
      role ${text} not null,
      sequence ${integer} not null,
      changed_at ${integer} not null,
      primary key (calendar_id, rule_id)
    )`,
    'create index calendar_acl_by_rule on calendar_acl (rule_id)',
    `create index calendar_acl_removed on calendar_acl (changed_at) where role = 'none'`,
    `insert into calendar_acl (calendar_id, rule_id, role, sequence, changed_at)
     select c.id, 'user:' || u.email, 'owner', 1, c.created_at
     from calendars c join users u on u.id = c.owner_id`,
    `insert into calendar_acl (calendar_id, rule_id, role, sequence, changed_at)
     select id, 'user:' || id, 'owner', 2, created_at from calendars where is_primary = 0`,

    // An entry outlives its calendar, to tell those who sync that it is gone.
    `create table calendar_list (
      user_id ${text} not null references calendar_users (user_id) on delete cascade,
      calendar_id ${text} not null,
      is_hidden ${integer} not null,
      is_deleted ${integer} not null,
      choices ${text} not null,
      sequence ${integer} not null,
      changed_at ${integer} not null,
      primary key (user_id, calendar_id)
    )`,
    'create index calendar_list_removed on calendar_list (changed_at) where is_deleted = 1',
    `insert into calendar_list
       (user_id, calendar_id, is_hidden, is_deleted, choices, sequence, changed_at)
     select owner_id, id, 0, 0, case when is_primary = 1 then
         '{"selected":true,"defaultReminders":[{"method":"popup","minutes":10}],"notifications":[{"type":"eventCreation","method":"email"},{"type":"eventChange","method":"email"},{"type":"eventCancellation","method":"email"},{"type":"eventResponse","method":"email"}]}'
       else '{"selected":true}' end,
       row_number() over (partition by owner_id order by id), created_at
     from calendars`,
    `update calendar_users set list_sequence =
       (select count(*) from calendar_list l where l.user_id = calendar_users.user_id)`,
  ],
}

import type { Migration } from '../migration.ts'

/**
 * Invitations that wait for an answer, and calendars whose owners do not want to see them. Events that
 * are there count as seen; those with more to their own entry are found by their next change.
 */
export const hiddenInvitations: Migration = {
  number: 15,
  name: 'hidden-invitations',
  statements: ({ integer }) => [
    `alter table calendar_events add column awaits ${integer} not null default 0`,
    `update calendar_events set awaits = 2
     where presence = 'live' and wire like '%"responseStatus":"needsAction","self":true%'`,

    `alter table calendars add column hides_invitations ${integer} not null default 0`,
    `update calendars set hides_invitations = 1
     where is_primary = 1 and owner_id in (
       select user_id from calendar_settings where id = 'hideInvitations' and value = 'true')`,
  ],
}

import { type EntryChoices, shownColors } from '../domain/list-entry.ts'
import { isAtLeast, type Role, roles } from '../domain/role.ts'
import type { Calendar } from '../schemas/calendar.ts'
import type { CalendarListEntry } from '../schemas/calendar-list-entry.ts'
import { type EntryRow, isPrimaryOf } from '../store/calendar-lists.ts'
import type { CalendarRow } from '../store/calendars.ts'

interface Seen {
  readonly entry: EntryRow
  readonly calendar: CalendarRow
  readonly role: Role
  readonly userId: string
}

/** An entry as its user sees it: what the calendar says, and what the user has chosen. */
export function wireEntry({ entry, calendar, role, userId }: Seen): CalendarListEntry {
  const {
    summary = calendar.id,
    description,
    location,
    ...told
  } = JSON.parse(calendar.wire) as Calendar
  const choices = JSON.parse(entry.choices) as EntryChoices
  const isPrimary = isPrimaryOf(calendar, userId)
  const seesDetails = isAtLeast(role, 'reader')
  return {
    kind: 'calendar#calendarListEntry',
    etag: entryEtag({ entry, calendar, role }),
    id: calendar.id,
    summary: seesDetails ? summary : calendar.id,
    ...(seesDetails && description !== undefined && { description }),
    ...(seesDetails && location !== undefined && { location }),
    ...(told.timeZone !== undefined && { timeZone: told.timeZone }),
    ...(told.dataOwner !== undefined && { dataOwner: told.dataOwner }),
    ...(choices.summaryOverride !== undefined && { summaryOverride: choices.summaryOverride }),
    ...shownColors(choices, { id: calendar.id, isPrimary }),
    ...(entry.isHidden === 1 && { hidden: true }),
    ...(choices.selected && { selected: true }),
    accessRole: role,
    defaultReminders: choices.defaultReminders ?? [],
    ...(choices.notifications && {
      notificationSettings: { notifications: choices.notifications },
    }),
    ...(isPrimary && { primary: true }),
    ...(told.conferenceProperties && { conferenceProperties: told.conferenceProperties }),
    ...(told.autoAcceptInvitations && { autoAcceptInvitations: true }),
  }
}

/** What is left to say of an entry that was removed, or whose calendar cannot be seen any more. */
export const wireRemovedEntry = ({ calendarId, sequence }: EntryRow): CalendarListEntry => ({
  kind: 'calendar#calendarListEntry',
  etag: `"1${digits(sequence)}0"`,
  id: calendarId,
  deleted: true,
})

/** Decimal digits, as clients know them here. They move with everything that the entry shows. */
export const entryEtag = ({ entry, calendar, role }: Omit<Seen, 'userId'>): string =>
  `"1${digits(entry.sequence)}${digits(calendar.changedSequence)}${roles.indexOf(role)}"`

const changeNumberDigits = 16

// A fixed width keeps two different versions from ever printing alike.
const digits = (changeNumber: number) => String(changeNumber).padStart(changeNumberDigits, '0')

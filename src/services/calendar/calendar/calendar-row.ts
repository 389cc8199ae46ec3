import type { ChangeNumbers } from '#/kernel/change-numbers.ts'
import { VersionedCache } from '#/kernel/versioned-cache.ts'
import type { Calendar } from '../schemas/calendar.ts'

/** A stored calendar: the columns that queries need, and its wire form. */
export interface CalendarRow {
  readonly id: string
  /** The key of its events. */
  readonly key: number
  readonly ownerId: string
  readonly isPrimary: 0 | 1
  /** A room or other resource, which responds to invitations automatically. */
  readonly isResource: 0 | 1
  /** The client that created it, for tokens limited to calendars of their client. */
  readonly clientId: string
  readonly wire: string
  readonly etag: string
  /** The change number, and the runs of numbers it belongs to. */
  readonly changeNumber: number
  readonly runs: string
  /** The change number in the database, if the current one has only been taken in memory. */
  readonly storedChangeNumber?: number | undefined
  /** This process has made all changes after this number, if a transaction without locks assumes so. */
  readonly ownSince?: number | undefined
  readonly propertiesChangeNumber: number
  /** The change number of its access rules, and the runs of numbers it belongs to. */
  readonly aclChangeNumber: number
  readonly aclRuns: string
  /** How many rules name a group. Without any, roles don't depend on the directory. */
  readonly groupRules: number
  readonly createdAtMs: number
  /** No single event is longer, which bounds searches by time. */
  readonly longestMs: number
  /** The owner hides invitations without a response; on primary calendars. */
  readonly hidesInvitations: 0 | 1
}

/** The columns of the properties of a row. */
export const calendarRowColumns = {
  id: 'id',
  key: 'key',
  ownerId: 'owner_id',
  isPrimary: 'is_primary',
  isResource: 'is_resource',
  clientId: 'client_id',
  wire: 'wire',
  etag: 'etag',
  changeNumber: 'change_number',
  runs: 'runs',
  propertiesChangeNumber: 'properties_change_number',
  aclChangeNumber: 'acl_change_number',
  aclRuns: 'acl_runs',
  groupRules: 'group_rules',
  createdAtMs: 'created_at',
  longestMs: 'longest_ms',
  hidesInvitations: 'hides_invitations',
} as const satisfies Record<Exclude<keyof CalendarRow, 'storedChangeNumber' | 'ownSince'>, string>

/** The change numbers of a calendar. */
export const eventNumbers = ({ changeNumber: last, runs }: CalendarRow): ChangeNumbers => ({
  last,
  runs,
})

/** The change numbers of its access rules. */
export const aclNumbers = ({
  aclChangeNumber: last,
  aclRuns: runs,
}: CalendarRow): ChangeNumbers => ({
  last,
  runs,
})

/** Identifies a calendar over time: a later user with the same address has another primary calendar. */
export const lifeOf = ({ id, isPrimary, ownerId }: CalendarRow): string =>
  isPrimary === 1 ? `${id} ${ownerId}` : id

const parsed = new VersionedCache<Calendar>({ sizeMax: 10_000 })

/** The properties of a calendar. */
export const calendarIn = ({ id, wire }: Pick<CalendarRow, 'id' | 'wire'>): Calendar =>
  parsed.of(id, () => JSON.parse(wire) as Calendar, wire)

/** A calendar as organizer. Secondary calendars are shown with their titles. */
export function calendarAsPerson(calendar: CalendarRow): { email: string; displayName?: string } {
  const { summary } = calendarIn(calendar)
  const isNamed = calendar.isPrimary === 0 && summary !== undefined
  return { email: calendar.id, ...(isNamed && { displayName: summary }) }
}

/** The time zone of a calendar, in which it shows times. */
export const timeZoneOf = (calendar: Pick<CalendarRow, 'id' | 'wire'>): string =>
  calendarIn(calendar).timeZone ?? 'UTC'

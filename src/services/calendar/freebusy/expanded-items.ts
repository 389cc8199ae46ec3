import { findGroup, membersOf } from '#/auth/groups-members.ts'
import type { Caller } from '#/contract/operation.ts'
import { invalidField } from '#/kernel/errors.ts'
import type { CalendarStore } from '../operation.ts'
import type { FreeBusyGroup, FreeBusyRequest } from '../schemas/free-busy.ts'

/** How much one question may be about. */
export interface FreeBusyLimits {
  readonly calendarsMax: number
  readonly groupMembersMax: number
  readonly daysMax: number
}

interface ExpandedItems {
  readonly groups: Readonly<Record<string, FreeBusyGroup>>
  /** The calendars that were named, and those of the members of groups, each once. */
  readonly calendarIds: readonly string[]
}

/**
 * Takes groups apart into their members; whatever is no group is taken for a calendar. Who is in a
 * group is for those who have signed in.
 */
export async function expandedItems(
  {
    store: { reader },
    caller,
  }: { readonly store: Pick<CalendarStore, 'reader'>; readonly caller: Caller },
  { items = [], groupExpansionMax, calendarExpansionMax }: FreeBusyRequest,
  { groupMembersMax }: FreeBusyLimits,
): Promise<ExpandedItems> {
  for (const max of [groupExpansionMax, calendarExpansionMax]) {
    if (max !== undefined && max < 0) throw invalidField('An expansion is at least 0.')
  }
  const membersMax = Math.min(groupExpansionMax ?? groupMembersMax, groupMembersMax)
  const groups = new Map<string, FreeBusyGroup>()
  const calendarIds = new Set<string>()
  const ids = new Set(items.flatMap(({ id }) => (id ? [id] : [])))
  for (const id of ids) {
    const isKnown = caller.kind === 'user' && isAddress(id)
    const group = isKnown ? await findGroup(reader, id.toLowerCase()) : undefined
    if (group === undefined) {
      calendarIds.add(id)
      continue
    }
    const members = await membersOf(reader, group.id)
    if (members.length > membersMax) {
      groups.set(id, { errors: [{ domain: 'global', reason: 'groupTooBig' }], calendars: [] })
      continue
    }
    groups.set(id, { calendars: members })
    for (const member of members) calendarIds.add(member)
  }
  return { groups: Object.fromEntries(groups), calendarIds: [...calendarIds] }
}

// The ids of secondary calendars are no addresses of groups, so they need not be looked up.
const isAddress = (id: string) => id.includes('@') && !id.endsWith('.calendar.google.com')

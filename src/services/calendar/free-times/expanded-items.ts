import { domainOf } from '#/auth/domains.ts'
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

interface Context {
  readonly store: Pick<CalendarStore, 'reader' | 'domains'>
  readonly caller: Caller
}

/**
 * Expands groups into their members; any other id is that of a calendar. So is a group of another
 * organization than the caller's: it answers like a calendar that doesn't exist.
 */
export async function expandedItems(
  context: Context,
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
    const group = isAddress(id) ? await visibleGroup(context, id.toLowerCase()) : undefined
    if (group === undefined) {
      calendarIds.add(id)
      continue
    }
    const members = await membersOf(context.store.reader, group.id)
    if (members.length > membersMax) {
      groups.set(id, { errors: [{ domain: 'global', reason: 'groupTooBig' }], calendars: [] })
      continue
    }
    groups.set(id, { calendars: members })
    for (const member of members) calendarIds.add(member)
  }
  return { groups: Object.fromEntries(groups), calendarIds: [...calendarIds] }
}

async function visibleGroup({ store: { reader, domains }, caller }: Context, email: string) {
  if (caller.kind !== 'user') return undefined
  const group = await findGroup(reader, email)
  if (group === undefined) return undefined
  const organization = await domains.organizationOf(email, reader)
  return organization.has(domainOf(caller.email)) ? group : undefined
}

// The ids of secondary calendars are no addresses of groups, so they need not be looked up.
const isAddress = (id: string) => id.includes('@') && !id.endsWith('.calendar.google.com')

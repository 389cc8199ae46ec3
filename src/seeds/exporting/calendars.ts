import { followsFeed } from '#/services/calendar/calendar/new-ids.ts'
import { userSettings } from '#/services/calendar/calendar/user-settings.ts'
import type { SeedExport } from '../export.ts'
import { exportedEvents, exportedInvitations } from './events.ts'
import { pick, unlessEmpty, withoutDefaults } from './resources.ts'

const describedNames = [
  'summary',
  'description',
  'location',
  'timeZone',
  'conferenceProperties',
  'labelProperties',
]

/** Calendars with their rules and events; those that are as at first or follow a feed are left out. */
export function exportedCalendars(state: SeedExport): object[] {
  const { resources } = state
  const rooms = resources.byKey('admin.resource')
  return [...resources.byKey('calendar.calendar').values()].flatMap((listed) => {
    const { key: id, owner = '', resource } = listed
    const isRoom = rooms.has(id)
    const isPrimary = id === owner
    if (followsFeed({ id, isPrimary: isPrimary ? 1 : 0 })) return []
    const described = isRoom ? {} : pick(resource, describedNames)
    const exported = withoutDefaults(
      {
        id,
        owner: isRoom || isPrimary ? undefined : owner,
        ...described,
        acl: exportedRules(state, { id, owner, isRoom }),
        events: unlessEmpty(exportedEvents(state, id)),
        invitations: unlessEmpty(exportedInvitations(state, id)),
      },
      {
        conferenceProperties: usualConferences,
        labelProperties: {},
        ...(isPrimary && { summary: id, timeZone: userSettings.get('timezone')!.default }),
      },
    )
    return isPrimary && Object.keys(exported).length === 1 ? [] : [exported]
  })
}

const usualConferences = { allowedConferenceSolutionTypes: ['hangoutsMeet'] }

interface Shared {
  readonly id: string
  readonly owner: string
  readonly isRoom: boolean
}

/** The rules other than those of the owner. Rooms have rules from the start, so theirs are always listed. */
function exportedRules(
  { resources }: SeedExport,
  { id, owner, isRoom }: Shared,
): readonly object[] | undefined {
  const ownRules = [`user:${owner}`, `user:${id}`]
  const rules = resources
    .partsOf(id, 'calendar.aclRule')
    .filter((rule) => !ownRules.includes(String(rule.id)))
    .map((rule) => pick(rule, ['role', 'scope']))
  return isRoom ? rules : unlessEmpty(rules)
}

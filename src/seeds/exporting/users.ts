import type { WireResource } from '#/inventory/inventory.ts'
import { primaryChoices } from '#/services/calendar/calendar/entry-choices.ts'
import { followsFeed } from '#/services/calendar/calendar/new-ids.ts'
import { defaultColorId, paletteColors } from '#/services/calendar/calendar/palette.ts'
import { userSettings } from '#/services/calendar/calendar/user-settings.ts'
import type { SeedExport } from '../export.ts'
import { exportedReviews, exportedShelves } from './books.ts'
import { pick, unlessEmpty, withoutDefaults } from './resources.ts'

/** A clock that was never set is left out; one that runs is as far ahead as it is. */
export function exportedClock({ resources }: SeedExport): object | undefined {
  const [clock] = resources.all('workbench.clock')
  if (clock?.frozen === true) return { now: clock.now, frozen: true }
  const seconds = Math.round(Number(clock?.advance ?? 0))
  if (seconds === 0) return undefined
  return { advance: `${seconds < 0 ? '-' : ''}PT${Math.abs(seconds)}S` }
}

export function exportedUsers(state: SeedExport): object[] {
  const { resources } = state
  return resources.all('admin.user').map(({ email, name, adminRole, isDisabled }) => {
    const owner = String(email)
    const settings = resources
      .ownedBy(owner, 'calendar.setting')
      .filter(({ id, value }) => userSettings.get(String(id))?.default !== value)
      .map(({ id, value }) => [id, value])
    const entries = resources.ownedBy(owner, 'calendar.calendarListEntry')
    // The keys that the inventory orders them by are new in every installation.
    const channels = resources
      .ownedBy(owner, 'calendar.channel')
      .toSorted((one, other) => (String(one.id) < String(other.id) ? -1 : 1))
    return withoutDefaults(
      {
        email,
        name,
        isAdmin: adminRole === 'owner',
        adminRole: adminRole === 'owner' ? undefined : adminRole,
        isDisabled,
        settings: settings.length === 0 ? undefined : Object.fromEntries(settings),
        calendarList: unlessEmpty(entries.flatMap((entry) => exportedListEntry(entry) ?? [])),
        bookshelves: unlessEmpty(exportedShelves(state, owner)),
        reviews: unlessEmpty(exportedReviews(state, owner)),
        clients: unlessEmpty(exportedClients(state, owner)),
        channels: unlessEmpty(channels.map(exportedChannel)),
      },
      { name: owner.split('@')[0], isAdmin: false, isDisabled: false },
    )
  })
}

/** Undefined for a calendar that follows a feed, and for an entry that is as the calendar came onto the list of its owner. */
function exportedListEntry(entry: WireResource): object | undefined {
  const id = String(entry.id)
  const isPrimary = entry.primary === true
  if (followsFeed({ id, isPrimary: isPrimary ? 1 : 0 })) return undefined
  const palette = paletteColors(String(entry.colorId))
  const { notifications = [] } = (entry.notificationSettings ?? {}) as { notifications?: unknown[] }
  const exported = withoutDefaults(
    {
      id,
      ...pick(entry, ['summaryOverride', 'colorId', 'backgroundColor', 'foregroundColor']),
      hidden: entry.hidden,
      selected: entry.selected === true,
      defaultReminders: entry.defaultReminders ?? [],
      notificationSettings: { notifications },
    },
    {
      backgroundColor: palette.backgroundColor,
      foregroundColor: palette.foregroundColor,
      hidden: false,
    },
  )
  const isOwn = entry.accessRole === 'owner' && (isPrimary || entry.dataOwner !== undefined)
  const usual = {
    id,
    colorId: defaultColorId({ id, isPrimary }),
    selected: true,
    defaultReminders: isPrimary ? primaryChoices.defaultReminders : [],
    notificationSettings: { notifications: isPrimary ? primaryChoices.notifications : [] },
  }
  return isOwn && JSON.stringify(exported) === JSON.stringify(usual) ? undefined : exported
}

/** The OAuth clients of a user, or those without an owner if it is empty. Their secrets are not known. */
export function exportedClients({ resources }: SeedExport, owner: string): object[] {
  return resources
    .ownedBy(owner, 'account.client')
    .map(({ clientId, name, type, isPublic, redirectUris }) =>
      withoutDefaults({ id: clientId, name, type, isPublic, redirectUris }, { isPublic: false }),
    )
}

function exportedChannel({ id, address, watches, resourceUri, expiresAt }: WireResource): object {
  const [, path] = /\/calendars\/([^/]+)\/(?:events|acl)\?/.exec(String(resourceUri)) ?? []
  const calendarId = path === undefined ? undefined : decodeURIComponent(path)
  const expiration = Temporal.Instant.from(String(expiresAt)).epochMilliseconds
  return withoutDefaults(
    { id, address, watches, calendarId, expiration: String(expiration) },
    { watches: 'events', calendarId: 'primary' },
  )
}

export function exportedGroups({ resources }: SeedExport): object[] {
  return [...resources.byKey('admin.group')].map(([key, { resource }]) => {
    const { email, name } = resource
    const members = resources
      .partsOf(key, 'admin.member')
      .map((member) => (member.role === 'member' ? member.email : pick(member, ['email', 'role'])))
    return withoutDefaults(
      { email, name, members: unlessEmpty(members) },
      { name: key.split('@')[0] },
    )
  })
}

const roomNames = ['id', 'name', 'description', 'location', 'timeZone', 'owner', 'autoAccept']

export const exportedRooms = ({ resources }: SeedExport): object[] =>
  resources
    .all('admin.resource')
    .map((room) => withoutDefaults(pick(room, roomNames), { autoAccept: true }))

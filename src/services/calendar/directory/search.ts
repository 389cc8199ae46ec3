import { searchDirectory } from '#/auth/directory/directory-search.ts'
import { almanacApi } from '#/contract/almanac-api.ts'
import { about, array, integer, kind, object, oneOf, optional, string } from '#/contract/schema.ts'
import { calendarIn } from '../calendar/calendar-row.ts'
import { type CalendarContext, operation } from '../operation.ts'
import { canReadDirectory } from '../scopes.ts'

const foundDefault = 10
const foundMax = 50
/** How many rooms are looked through. */
const roomsMax = 1000

const DirectoryEntry = object('DirectoryEntry', {
  type: about('The type of the entry.', oneOf('person', 'group', 'room')),
  email: string({ about: 'The address to invite or to share with.' }),
  name: string({ about: 'The display name.' }),
  location: string({ about: 'The location of the room.' }),
})

const DirectoryEntries = object('DirectoryEntries', {
  kind: kind('almanac#directoryEntries'),
  items: array(DirectoryEntry),
})

export const search = operation(
  {
    id: 'calendar.directory.search',
    api: almanacApi,
    http: 'GET /users/me/directory',
    summary:
      "Finds people and groups of the caller's organization, and rooms that the caller can book.",
    params: {
      q: optional(
        string({
          about:
            'A prefix of the address or of a word of the name. By default, all entries are returned.',
          lengthMax: 200,
        }),
      ),
      type: optional(about('Only entries of this type.', oneOf('person', 'group', 'room'))),
      maxResults: optional(
        integer({
          about: 'The maximum number of entries of each type.',
          minimum: 1,
          cap: foundMax,
          default: foundDefault,
        }),
      ),
    },
    reply: DirectoryEntries,
    scopes: canReadDirectory,
  },
  async (context) => {
    const { params, database, caller } = context
    const { q = '', type, maxResults: countMax = foundDefault } = params
    const text = q.trim()
    const rooms =
      type === undefined || type === 'room'
        ? await findRooms(context, text.toLowerCase(), countMax)
        : []
    if (type === 'room') return { kind: 'almanac#directoryEntries', items: rooms }
    const domains = await context.domains.organizationOf(caller.email, database)
    const found = await searchDirectory(database, { text, domains, countMax })
    const others = found.filter((entry) => type === undefined || entry.type === type)
    return { kind: 'almanac#directoryEntries', items: [...others, ...rooms] }
  },
)

async function findRooms(
  { database, calendars, roles: effectiveRoles, caller }: CalendarContext,
  text: string,
  countMax: number,
) {
  const rows = await calendars.resources(database, { after: '', limit: roomsMax })
  const roles = await effectiveRoles.ofAll(rows, caller)
  return rows
    .filter(({ id }) => roles.get(id) !== 'none')
    .map((row) => {
      const { summary = row.id, location } = calendarIn(row)
      return { type: 'room' as const, email: row.id, name: summary, ...(location && { location }) }
    })
    .filter(({ name, email, location = '' }) =>
      [name, email, location].some((each) => ` ${each.toLowerCase()}`.includes(` ${text}`)),
    )
    .sort((one, other) => one.name.localeCompare(other.name, 'en'))
    .slice(0, countMax)
}

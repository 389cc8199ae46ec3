import type { Calendar, Event, Invitation } from '../format/calendars.ts'
import type { ListEntry } from '../format/users.ts'
import type { SeedImport } from '../import.ts'
import { SeedError } from '../seed-error.ts'
import { importEvents } from './events.ts'
import { importAnswers, importInvitations } from './invitations.ts'
import { userNamed } from './users.ts'

/** A calendar of a seed that exists. */
export interface SeedCalendar {
  readonly id: string
  /** The email address of the user who owns it. */
  readonly owner: string
  readonly timeZone: string
  readonly path: string
  readonly events: readonly Event[]
  readonly invitations: readonly Invitation[]
}

/** Creates calendars, shares them, puts them on the lists of users, and adds their events. */
export async function importCalendars(context: SeedImport): Promise<void> {
  const calendars: SeedCalendar[] = []
  const { calendars: entries = [] } = context.seed
  for (const [index, entry] of entries.entries()) {
    calendars.push(await putCalendar(context, entry, `calendars[${index}]`))
  }
  for (const [index, { acl }] of entries.entries()) {
    if (acl !== undefined) await putRules(context, calendars[index]!, acl)
  }
  await importLists(context)
  await importAnswers(context, await importEvents(context, calendars))
  for (const calendar of calendars) await importInvitations(context, calendar)
}

/** Creates a calendar, or changes the primary calendar or the room that the entry names. */
async function putCalendar(
  context: SeedImport,
  entry: Calendar,
  path: string,
): Promise<SeedCalendar> {
  const { core, client, names, at } = context
  const { id: name, owner, acl: _acl, events = [], invitations = [], ...body } = entry
  const id = name === undefined ? undefined : names.calendarId(name, `${path}.id`)
  const base = `${core.settings.calendarBasePath}/calendars`
  const presentOwner =
    id === undefined ? undefined : await at(`${path}.id`, () => ownerOf(context, id))
  if (presentOwner !== undefined) {
    if (owner !== undefined && owner.toLowerCase() !== presentOwner) {
      throw new SeedError(`${path}.owner`, `the calendar belongs to ${presentOwner}.`)
    }
    const call = { as: presentOwner, target: `${base}/${encodeURIComponent(id!)}` }
    const calendar = await at(path, () =>
      Object.keys(body).length === 0
        ? client.call({ ...call, method: 'GET' })
        : client.call({ ...call, method: 'PATCH', body }),
    )
    const timeZone = String(calendar.timeZone)
    return { id: id!, owner: presentOwner, timeZone, path, events, invitations }
  }
  const as = owner ?? names.firstUser
  await userNamed(context, as, `${path}.owner`)
  const created = await at(path, () =>
    client.call({ as, method: 'POST', target: base, body, newId: id }),
  )
  const { id: newId, timeZone } = created
  return { id: String(newId), owner: as, timeZone: String(timeZone), path, events, invitations }
}

/** The owner of a primary calendar or of a room; undefined for calendars that the seed adds. */
async function ownerOf({ core }: SeedImport, id: string): Promise<string | undefined> {
  const user = id.includes('@') ? await core.directory.find(id) : undefined
  return user?.email ?? (await core.calendar.resources.find(id))?.owner
}

type Rules = NonNullable<Calendar['acl']>

/** Replaces the rules of a calendar, except for those of its owner, with those of the seed. */
async function putRules(
  { core, client, at }: SeedImport,
  { id, owner, path }: SeedCalendar,
  rules: Rules,
): Promise<void> {
  const target = `${core.settings.calendarBasePath}/calendars/${encodeURIComponent(id)}/acl`
  const quietly = 'sendNotifications=false'
  const { items } = await client.call({ as: owner, method: 'GET', target })
  for (const { id: ruleId, role } of items as Rules) {
    if (role === 'owner') continue
    const rule = `${target}/${encodeURIComponent(ruleId!)}`
    await client.call({ as: owner, method: 'DELETE', target: rule })
  }
  for (const [index, body] of rules.entries()) {
    await at(`${path}.acl[${index}]`, () =>
      client.call({ as: owner, method: 'POST', target: `${target}?${quietly}`, body }),
    )
  }
}

async function importLists(context: SeedImport): Promise<void> {
  for (const [index, { email: as = '', calendarList = [] }] of (
    context.seed.users ?? []
  ).entries()) {
    for (const [number, entry] of calendarList.entries()) {
      await putListEntry(context, { as, entry, path: `users[${index}].calendarList[${number}]` })
    }
  }
}

interface NewListEntry {
  readonly as: string
  readonly entry: ListEntry
  readonly path: string
}

/** Adds a calendar to the list of a user; a calendar that is on it already is changed. */
async function putListEntry(
  { core, client, names, at }: SeedImport,
  { as, entry, path }: NewListEntry,
): Promise<void> {
  const id = names.calendarId(entry.id!, `${path}.id`)
  const body = { ...entry, id }
  const isRgb = entry.backgroundColor !== undefined || entry.foregroundColor !== undefined
  const list = `${core.settings.calendarBasePath}/users/me/calendarList`
  const target = `${list}?colorRgbFormat=${isRgb}`
  await at(path, () => client.call({ as, method: 'POST', target, body }))
}

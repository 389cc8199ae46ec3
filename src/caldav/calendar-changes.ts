import type { WireReply } from '#/http/wire.ts'
import { badRequest, forbidden, refusal, refuse } from '#/kernel/errors.ts'
import type { DavCall } from './dav-call.ts'
import {
  davHeaders,
  href,
  methodNotAllowed,
  preconditionReply,
  propstat,
  xmlReply,
} from './multistatus.ts'
import { calendarProperties } from './properties.ts'
import type { Resource } from './resources.ts'
import { childOf, element, fullName, type XmlElement, xmlDocument } from './xml/xml.ts'

type CalendarResource = Extract<Resource, { kind: 'calendar' }>

/** What programs can set on a calendar. */
interface CalendarChange {
  summary?: string
  description?: string
  timeZone?: string
  backgroundColor?: string
}

/** Creates a secondary calendar at the address that a program has chosen. */
export async function mkcalendarReply(call: DavCall, resource: Resource): Promise<WireReply> {
  if (resource.kind !== 'calendar' || resource.email === undefined) {
    return preconditionReply(403, fullName('c', 'calendar-collection-location-ok'))
  }
  if (await isTaken(call, resource)) {
    return preconditionReply(403, fullName('d', 'resource-must-be-null'))
  }
  requireRoot(call.body, fullName('c', 'mkcalendar'))
  return createCalendar(call, resource)
}

/** Creates a calendar as well (RFC 5689): there are no other collections. */
export async function mkcolReply(call: DavCall, resource: Resource): Promise<WireReply> {
  if (resource.kind === 'object') {
    throw refuse(409, refusal('conflict', 'Calendars are in the home of a user.'))
  }
  if (resource.kind !== 'calendar' || (await isTaken(call, resource))) throw methodNotAllowed()
  if (resource.email === undefined) throw forbidden()
  const type = call.header('content-type') ?? 'application/xml'
  if (!/\bxml\b/i.test(type) || (call.body && call.body.name !== fullName('d', 'mkcol'))) {
    throw refuse(415, refusal('unsupportedMediaType', 'The body is not a request of MKCOL.'))
  }
  const { body } = call
  const properties = childOf(childOf(body, fullName('d', 'set')), fullName('d', 'prop'))
  const types = childOf(properties, fullName('d', 'resourcetype'))?.children ?? []
  if (types.some(({ name }) => !calendarTypes.has(name))) {
    return preconditionReply(403, fullName('d', 'valid-resourcetype'))
  }
  return createCalendar(call, resource)
}

/** Refuses the body of another request. */
function requireRoot(body: XmlElement | undefined, name: string): void {
  if (body !== undefined && body.name !== name) {
    throw badRequest('The body is not a request of this method.')
  }
}

const calendarTypes: ReadonlySet<string> = new Set([
  fullName('d', 'collection'),
  fullName('c', 'calendar'),
])

async function isTaken(call: DavCall, { calendarId: segment }: CalendarResource): Promise<boolean> {
  const newId = call.calendarId(segment)
  return newId === segment || (await call.isThere(newId))
}

async function createCalendar(
  call: DavCall,
  { calendarId: segment }: CalendarResource,
): Promise<WireReply> {
  const { body } = call
  const { change, refused } = readChange(call, childOf(body, fullName('d', 'set')), segment)
  const [precondition] = [...refused.values()].filter((name) => name !== undefined)
  if (precondition !== undefined) return preconditionReply(403, precondition)
  const { backgroundColor, summary = segment, ...properties } = change
  const newId = call.calendarId(segment)
  await call.call('POST', '/calendars', { body: { summary, ...properties }, newId })
  if (backgroundColor !== undefined) await setColor(call, newId, backgroundColor)
  return { status: 201, headers: { ...davHeaders }, body: undefined }
}

/** Changes properties of a calendar: all of them, or none. */
export async function proppatchReply(call: DavCall, resource: Resource): Promise<WireReply> {
  if (resource.kind !== 'calendar') throw forbidden()
  const { body } = call
  requireRoot(body, fullName('d', 'propertyupdate'))
  const sets = (body?.children ?? []).filter(({ name }) => name === fullName('d', 'set'))
  const removals = (body?.children ?? []).filter(({ name }) => name === fullName('d', 'remove'))
  const named = [...sets, ...removals].flatMap(
    (one) => childOf(one, fullName('d', 'prop'))?.children ?? [],
  )
  if (named.length === 0) throw badRequest('The request names no properties.')
  const changes = sets.map((set) => readChange(call, set, resource.calendarId))
  const removed = removals.flatMap((one) => childOf(one, fullName('d', 'prop'))?.children ?? [])
  const emptied = removed.some(({ name }) => name === description) ? { description: '' } : {}
  const change: CalendarChange = Object.assign(emptied, ...changes.map((one) => one.change))
  const refused = new Map([
    ...(await requiredAmong(call, resource, removed)).map((name) => [name, undefined] as const),
    ...changes.flatMap((one) => [...one.refused]),
  ])
  if (refused.size === 0) await applyChange(call, resource, change)
  const names = named.map(({ name }) => name)
  const accepted = names.filter((name) => !refused.has(name)).map((name) => element(name))
  const refusals = Map.groupBy(refused, ([, precondition]) => precondition)
  const stats =
    refused.size === 0
      ? propstat(200, accepted)
      : refusals
          .entries()
          .map(([precondition, found]) =>
            propstat(
              403,
              found.map(([name]) => element(name)),
              precondition,
            ),
          )
          .toArray()
          .join('') + propstat(424, accepted)
  const response = element(fullName('d', 'response'), href(resource.base) + stats)
  return xmlReply(207, xmlDocument('d:multistatus', response))
}

const description = fullName('c', 'calendar-description')

/** The properties that the calendar cannot be without. Removing one that it does not have is no error (RFC 4918, 14.23). */
async function requiredAmong(
  call: DavCall,
  { calendarId: segment }: CalendarResource,
  removed: readonly XmlElement[],
): Promise<readonly string[]> {
  if (removed.length === 0) return []
  const calendarId = call.calendarId(segment)
  const state = await call.objects.state(call.of(calendarId))
  const properties = calendarProperties(call, {
    calendar: await call.calendarOf(calendarId),
    state,
  })
  return removed
    .map(({ name }) => name)
    .filter((name) => properties.has(name) && name !== description)
}

/** Owners change the calendar itself; others give it a name of their own. */
async function applyChange(
  call: DavCall,
  { calendarId: segment }: CalendarResource,
  { backgroundColor, ...change }: CalendarChange,
): Promise<void> {
  const { calendarId, role } = await call.objects.state(call.of(call.calendarId(segment)))
  const id = encodeURIComponent(calendarId)
  const { summary, ...rest } = change
  const isOwner = role === 'owner'
  if (isOwner && Object.keys(change).length > 0) {
    await call.call('PATCH', `/calendars/${id}`, { body: change })
  } else if (!isOwner) {
    if (Object.keys(rest).length > 0) throw forbidden()
    if (summary !== undefined) {
      const body = { summaryOverride: summary }
      await call.call('PATCH', `/users/me/calendarList/${id}`, { body })
    }
  }
  if (backgroundColor !== undefined) await setColor(call, calendarId, backgroundColor)
}

async function setColor(call: DavCall, calendarId: string, backgroundColor: string) {
  const path = `/users/me/calendarList/${encodeURIComponent(calendarId)}?colorRgbFormat=true`
  const body = { backgroundColor, foregroundColor: readableOn(backgroundColor) }
  await call.call('PATCH', path, { body })
}

/** Black or white, whichever can be read on a color. */
function readableOn(color: string): string {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) =>
    Number.parseInt(color.slice(at, at + 2), 16),
  )
  return 0.299 * red + 0.587 * green + 0.114 * blue > 140 ? '#000000' : '#ffffff'
}

/**
 * Reads the properties that a request sets. Those that cannot be set are refused with the precondition that
 * they do not meet, if it has a name.
 */
function readChange(
  { objects }: DavCall,
  set: XmlElement | undefined,
  segment: string,
): { readonly change: CalendarChange; readonly refused: ReadonlyMap<string, string | undefined> } {
  const change: CalendarChange = {}
  const refused = new Map<string, string | undefined>()
  for (const property of childOf(set, fullName('d', 'prop'))?.children ?? []) {
    const { name } = property
    const read = readers[name]
    const isRead = read?.(property, change, { segment, objects }) ?? false
    if (!isRead) refused.set(name, preconditions[name])
  }
  return { change, refused }
}

type PropertyReader = (
  property: XmlElement,
  change: CalendarChange,
  context: { readonly segment: string; readonly objects: DavCall['objects'] },
) => boolean

/** The preconditions for the values of properties. */
const preconditions: Readonly<Record<string, string>> = {
  [fullName('c', 'calendar-timezone')]: fullName('c', 'valid-calendar-data'),
  [fullName('c', 'calendar-timezone-id')]: fullName('c', 'valid-timezone'),
  [fullName('c', 'supported-calendar-component-set')]: fullName(
    'c',
    'supported-calendar-component',
  ),
}

const readers: Readonly<Record<string, PropertyReader>> = {
  [fullName('d', 'displayname')]: ({ text }, change, { segment }) => {
    change.summary = text.trim() || segment
    return true
  },
  [description]: ({ text }, change) => {
    change.description = text
    return true
  },
  [fullName('c', 'calendar-timezone')]: ({ text }, change, { objects }) => {
    const zone = objects.zoneIn(text)
    if (zone !== undefined) change.timeZone = zone
    return zone !== undefined
  },
  [fullName('c', 'calendar-timezone-id')]: ({ text }, change, { objects }) => {
    const zone = objects.zoneNamed(text.trim())
    if (zone !== undefined) change.timeZone = zone
    return zone !== undefined
  },
  [fullName('ic', 'calendar-color')]: ({ text }, change) => {
    const color = /^#[0-9a-f]{6}/i.exec(text.trim())?.[0]
    if (color !== undefined) change.backgroundColor = color.toLowerCase()
    return color !== undefined
  },
  [fullName('c', 'supported-calendar-component-set')]: ({ children }) =>
    children.length === 0 ||
    children.some(({ attributes }) => attributes.name?.toUpperCase() === 'VEVENT'),
  [fullName('d', 'resourcetype')]: () => true,
}

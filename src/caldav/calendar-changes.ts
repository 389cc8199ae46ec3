import type { WireReply } from '#/http/wire.ts'
import { forbidden } from '#/kernel/errors.ts'
import type { DavCall } from './dav-call.ts'
import { davHeaders, href, preconditionReply, propstat, xmlReply } from './multistatus.ts'
import type { Resource } from './resources.ts'
import { childOf, element, fullName, type XmlElement, xmlDocument } from './xml.ts'

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
  const { calendarId: segment } = resource
  const newId = call.calendarId(segment)
  if (newId === segment || (await call.isThere(newId))) {
    return preconditionReply(403, fullName('d', 'resource-must-be-null'))
  }
  const { body } = call
  const { change, unknown } = readChange(childOf(body, fullName('d', 'set')), segment)
  if (unknown.includes(fullName('c', 'supported-calendar-component-set'))) {
    return preconditionReply(403, fullName('c', 'supported-calendar-component'))
  }
  const { backgroundColor, summary = segment, ...properties } = change
  await call.call('POST', '/calendars', { body: { summary, ...properties }, newId })
  if (backgroundColor !== undefined) await setColor(call, newId, backgroundColor)
  return { status: 201, headers: { ...davHeaders }, body: undefined }
}

/** Changes properties of a calendar: all of them, or none. */
export async function proppatchReply(call: DavCall, resource: Resource): Promise<WireReply> {
  if (resource.kind !== 'calendar') throw forbidden()
  const { body } = call
  const sets = (body?.children ?? []).filter(({ name }) => name === fullName('d', 'set'))
  const removals = (body?.children ?? []).filter(({ name }) => name === fullName('d', 'remove'))
  const named = [...sets, ...removals].flatMap(
    (one) => childOf(one, fullName('d', 'prop'))?.children ?? [],
  )
  const changes = sets.map((set) => readChange(set, resource.calendarId))
  const removed = removals.flatMap((one) => childOf(one, fullName('d', 'prop'))?.children ?? [])
  const unknown = [...changes.flatMap((one) => one.unknown), ...removed.map(({ name }) => name)]
  const change: CalendarChange = Object.assign({}, ...changes.map((one) => one.change))
  const refused = new Set(unknown)
  if (refused.size === 0) await applyChange(call, resource, change)
  const names = named.map(({ name }) => name)
  const rendered = (isRefused: boolean) =>
    names.filter((name) => refused.has(name) === isRefused).map((name) => element(name))
  const stats =
    refused.size === 0
      ? propstat(200, rendered(false))
      : propstat(403, rendered(true)) + propstat(424, rendered(false))
  const response = element(fullName('d', 'response'), href(resource.base) + stats)
  return xmlReply(207, xmlDocument('d:multistatus', response))
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

/** Reads the properties that a request sets, and the names of those that cannot be set. */
function readChange(
  set: XmlElement | undefined,
  segment: string,
): { readonly change: CalendarChange; readonly unknown: readonly string[] } {
  const change: CalendarChange = {}
  const unknown: string[] = []
  for (const property of childOf(set, fullName('d', 'prop'))?.children ?? []) {
    const read = readers[property.name]
    if (read === undefined || !read(property, change, segment)) unknown.push(property.name)
  }
  return { change, unknown }
}

type PropertyReader = (property: XmlElement, change: CalendarChange, segment: string) => boolean

const readers: Readonly<Record<string, PropertyReader>> = {
  [fullName('d', 'displayname')]: ({ text }, change, segment) => {
    change.summary = text.trim() || segment
    return true
  },
  [fullName('c', 'calendar-description')]: ({ text }, change) => {
    change.description = text
    return true
  },
  [fullName('c', 'calendar-timezone')]: ({ text }, change) => {
    const zone = /^(?:X-LIC-LOCATION|TZID):(.+)$/im.exec(text)?.[1]?.trim()
    if (zone !== undefined) change.timeZone = zone
    return zone !== undefined
  },
  [fullName('c', 'calendar-timezone-id')]: ({ text }, change) => {
    change.timeZone = text.trim()
    return true
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

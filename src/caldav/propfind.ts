import type { WireReply } from '#/http/wire.ts'
import { ApiError, badRequest, notFound } from '#/kernel/errors.ts'
import { readSelection } from './calendar-data.ts'
import type { DavCall } from './dav-call.ts'
import {
  multistatusReply,
  type Properties,
  type PropertySelection,
  preconditionReply,
  propertiesIn,
  propertiesResponse,
} from './multistatus.ts'
import {
  calendarProperties,
  homeProperties,
  messageProperties,
  objectProperties,
  plainProperties,
  principalProperties,
  schedulingProperties,
} from './properties.ts'
import { objectHref, type Resource } from './resources.ts'
import { messageAt, messagesFound } from './scheduling/inbox.ts'
import { fullName, type XmlElement } from './xml/xml.ts'

interface Found {
  readonly address: string
  readonly properties: Properties
}

/** Answers what properties a resource has, and with depth 1, what is in it. */
export async function propfindReply(call: DavCall, resource: Resource): Promise<WireReply> {
  // RFC 4918, section 9.1: a missing depth means infinity.
  const depth = call.header('depth')?.trim().toLowerCase() ?? 'infinity'
  if (depth === 'infinity' && !isWithoutMembers(resource)) {
    return preconditionReply(403, fullName('d', 'propfind-finite-depth'))
  }
  if (!['0', '1', 'infinity'].includes(depth)) throw badRequest('The depth is 0 or 1.')
  const { body } = call
  if (body !== undefined && !isPropfind(body)) {
    throw badRequest('The body is not a request for properties.')
  }
  const selection = propertiesIn(body)
  const found = await foundAt(call, resource, { isDeep: depth === '1', selection })
  return multistatusReply(
    found.map(({ address, properties }) => propertiesResponse(address, properties, selection)),
  )
}

const isWithoutMembers = ({ kind }: Resource): boolean =>
  kind === 'object' || kind === 'message' || kind === 'principal'

/** Whether a body asks for properties in exactly one way. */
const isPropfind = ({ name, children }: XmlElement): boolean =>
  name === fullName('d', 'propfind') &&
  children.filter((child) => propfindKinds.has(child.name)).length === 1

const propfindKinds: ReadonlySet<string> = new Set(
  ['prop', 'propname', 'allprop'].map((local) => fullName('d', local)),
)

const isTextIn = ({ names = [] }: PropertySelection): boolean =>
  names.includes(fullName('c', 'calendar-data'))

interface Depth {
  readonly isDeep: boolean
  readonly selection: PropertySelection
}

async function foundAt(call: DavCall, resource: Resource, depth: Depth): Promise<Found[]> {
  const { addresses, caller } = call
  switch (resource.kind) {
    case 'root':
      return [{ address: addresses.root, properties: plainProperties(call, 'Almanac') }]
    case 'principals':
      return [
        { address: addresses.principals, properties: plainProperties(call, 'Users') },
        ...(depth.isDeep ? [principalFound(call)] : []),
      ]
    case 'homes':
      return [
        { address: addresses.homes, properties: plainProperties(call, 'Calendars') },
        ...(depth.isDeep ? [await homeFound(call, depth.selection)] : []),
      ]
    case 'principal':
      return [principalFound(call)]
    case 'inbox':
      return [
        await schedulingFound(call, 'inbox'),
        ...(depth.isDeep ? await messagesFound(call) : []),
      ]
    case 'outbox':
      return [await schedulingFound(call, 'outbox')]
    case 'message': {
      const { text, ...message } = await messageAt(call, resource)
      const shown = isTextIn(depth.selection) ? { ...message, text } : message
      const base = addresses.scheduling(caller.email, 'inbox')
      return [
        { address: objectHref(base, message.name), properties: messageProperties(call, shown) },
      ]
    }
    case 'home':
      return [
        await homeFound(call, depth.selection),
        ...(depth.isDeep ? await calendarsInHome(call, depth.selection) : []),
        ...(depth.isDeep
          ? [await schedulingFound(call, 'inbox'), await schedulingFound(call, 'outbox')]
          : []),
      ]
    case 'calendar':
      return calendarFound(call, resource, depth)
    case 'object':
      return [await objectFound(call, resource, depth)]
  }
}

const principalFound = (call: DavCall): Found => ({
  address: call.addresses.principal(call.caller.email),
  properties: principalProperties(call),
})

const homeFound = async (call: DavCall, selection: PropertySelection): Promise<Found> => ({
  address: call.addresses.home(call.caller.email),
  properties: new Map([...homeProperties(call), ...(await quotaFor(call, selection))]),
})

async function schedulingFound(call: DavCall, kind: 'inbox' | 'outbox'): Promise<Found> {
  const { email } = call.caller
  const state = kind === 'inbox' ? await call.objects.inbox.state(call.of(email)) : undefined
  return {
    address: call.addresses.scheduling(email, kind),
    properties: schedulingProperties(call, kind, state),
  }
}

/** What the caller has stored, and can store in addition (RFC 4331), if a request names it. */
async function quotaFor(
  call: DavCall,
  { names = [] }: PropertySelection,
): Promise<[string, string][]> {
  const [used, available] = ['used', 'available'].map((word) =>
    fullName('d', `quota-${word}-bytes`),
  )
  if (!names.includes(used!) && !names.includes(available!)) return []
  const { usedBytes, availableBytes } = await call.objects.quota(call.of('primary'))
  return [
    [used!, String(usedBytes)],
    ...(availableBytes === undefined
      ? []
      : [[available!, String(availableBytes)] as [string, string]]),
  ]
}

/** The properties of a calendar. The owner sees what is stored. */
async function propertiesOf(
  call: DavCall,
  { calendar, state }: Parameters<typeof calendarProperties>[1],
  selection: PropertySelection,
): Promise<Properties> {
  const properties = calendarProperties(call, { calendar, state })
  const further = [
    ...(state.isDataOwner ? await quotaFor(call, selection) : []),
    ...(await orderFor(call, calendar.id, selection)),
  ]
  return further.length === 0 ? properties : new Map([...properties, ...further])
}

/** The position of a calendar on the list of the caller, if a request names it. */
async function orderFor(
  call: DavCall,
  calendarId: string,
  { names = [] }: PropertySelection,
): Promise<[string, string][]> {
  const name = fullName('ic', 'calendar-order')
  if (!names.includes(name)) return []
  const at = (await call.calendars()).findIndex(({ id }) => id === calendarId)
  return at === -1 ? [] : [[name, String(at + 1)]]
}

async function calendarsInHome(call: DavCall, selection: PropertySelection): Promise<Found[]> {
  const found: Found[] = []
  for (const calendar of await call.calendars()) {
    const state = await call.objects.state(call.of(calendar.id)).catch(ignoreMissing)
    // The caller has just lost access to it.
    if (state === undefined) continue
    found.push({
      address: call.calendarAddress(calendar.id),
      properties: await propertiesOf(call, { calendar, state }, selection),
    })
  }
  return found
}

function ignoreMissing(error: unknown): undefined {
  if (!(error instanceof ApiError) || error.status !== 404) throw error
}

async function calendarFound(
  call: DavCall,
  { calendarId: segment, base }: Extract<Resource, { kind: 'calendar' }>,
  { isDeep, selection }: Depth,
): Promise<Found[]> {
  const calendarId = call.calendarId(segment)
  const of = call.of(calendarId)
  const state = await call.objects.state(of)
  const calendar = await call.calendarOf(calendarId)
  const properties = await propertiesOf(call, { calendar, state }, selection)
  const found = [{ address: base, properties }]
  if (!isDeep) return found
  const objects = await call.objects.list(of)
  return [
    ...found,
    ...objects.map(({ name, etag, scheduleTag }) => ({
      address: objectHref(base, name),
      properties: objectProperties(call, { etag, scheduleTag, state }),
    })),
  ]
}

async function objectFound(
  call: DavCall,
  { calendarId: segment, base, name }: Extract<Resource, { kind: 'object' }>,
  { selection }: Depth,
): Promise<Found> {
  const of = call.of(call.calendarId(segment))
  const state = await call.objects.state(of)
  const [object] = await call.objects.get(of, [name], readSelection(undefined, call))
  if (object === undefined) throw notFound()
  const { text, ...version } = object
  const shown = isTextIn(selection) ? { ...version, text } : version
  const properties = objectProperties(call, { ...shown, state })
  return { address: objectHref(base, name), properties }
}

import type { WireReply } from '#/http/wire.ts'
import { ApiError, badRequest, notFound } from '#/kernel/errors.ts'
import type { ObjectChanges, ObjectsInRange, TextSelection } from '#/services/calendar/service.ts'
import { readSelection } from './calendar-data.ts'
import type { DavCall } from './dav-call.ts'
import { readFilter, readRange, type TimeRange } from './filters.ts'
import { busyTimesOf, freeBusyText } from './free-busy.ts'
import {
  davHeaders,
  multistatusReply,
  type PropertySelection,
  preconditionFailed,
  preconditionReply,
  propertiesIn,
  propertiesResponse,
  statusResponse,
} from './multistatus.ts'
import { objectProperties, type ShownObject, syncTokenIn, syncTokenUri } from './properties.ts'
import { isPlainSegment, objectHref, type Resource } from './resources.ts'
import { childOf, element, escapeXml, fullName, type XmlElement } from './xml/xml.ts'

/** What a report is about: a calendar, or one of its objects. */
type ReportResource = Extract<Resource, { kind: 'calendar' | 'object' }>

/** Most objects whose text one response contains. */
const textsMax = 5_000
const hrefsMax = 2_000
const syncResultsMax = 10_000

const calendarData = fullName('c', 'calendar-data')
const hrefName = fullName('d', 'href')

/** Answers a report about a calendar or an object. */
export async function reportReply(call: DavCall, resource: Resource): Promise<WireReply> {
  const { body } = call
  if (body === undefined) throw badRequest('A report has a body.')
  const answer = reportsFor(resource)[body.name]
  if (answer === undefined) return preconditionReply(403, fullName('d', 'supported-report'))
  return answer(call, resource as ReportResource, body)
}

type Report = (call: DavCall, at: ReportResource, body: XmlElement) => Promise<WireReply>

const objectReports: Readonly<Record<string, Report>> = {
  [fullName('c', 'calendar-query')]: queryReply,
  [fullName('c', 'calendar-multiget')]: multigetReply,
}

const calendarReports: Readonly<Record<string, Report>> = {
  ...objectReports,
  [fullName('d', 'sync-collection')]: syncReply,
  [fullName('c', 'free-busy-query')]: freeBusyReply,
}

function reportsFor({ kind }: Resource): Readonly<Record<string, Report>> {
  if (kind === 'calendar') return calendarReports
  return kind === 'object' ? objectReports : {}
}

/** The addresses that a request asks for. */
export function hrefsIn({ children }: XmlElement): string[] {
  const hrefs = children.filter(({ name }) => name === hrefName)
  if (hrefs.length > hrefsMax) {
    throw preconditionFailed('number-of-matches-within-limits', 'Too many addresses.', 507)
  }
  return hrefs.map(({ text }) => text.trim())
}

/** The part of the texts that a request wants; undefined for all. */
const selectionIn = (call: DavCall, body: XmlElement): TextSelection | undefined =>
  readSelection(childOf(childOf(body, fullName('d', 'prop')), calendarData), call)

/** The time zone of whole days that a query names, if it does (RFC 4791, 9.8; RFC 7809, 5.2). */
function zoneOf(call: DavCall, body: XmlElement): string | undefined {
  const [text, name] = ['timezone', 'timezone-id'].map(
    (local) => childOf(body, fullName('c', local))?.text,
  )
  const zone =
    name === undefined ? text && call.objects.zoneIn(text) : call.objects.zoneNamed(name.trim())
  if (zone !== undefined || (name ?? text) === undefined) return zone
  throw name === undefined
    ? preconditionFailed('valid-calendar-data', 'The time zone cannot be read.')
    : preconditionFailed('valid-timezone', 'The time zone is not known.')
}

const isWithText = ({ names }: PropertySelection): boolean => names?.includes(calendarData) ?? false

async function queryReply(call: DavCall, at: ReportResource, body: XmlElement): Promise<WireReply> {
  const { base, calendarId: segment } = at
  const properties = propertiesIn(body)
  const { range, filter, isOfOthers } = readFilter(childOf(body, fullName('c', 'filter')))
  const of = call.of(call.calendarId(segment))
  const selection = selectionIn(call, body)
  const zone = zoneOf(call, body)
  const needsText = isWithText(properties) || filter !== undefined
  const withText = filter !== undefined || (needsText && selection === undefined)
  const none: ObjectsInRange = { runs: [], others: [] }
  const found = isOfOthers
    ? none
    : range === undefined
      ? { ...none, others: await call.objects.list(of) }
      : await call.objects.listIn(of, range, { withText, zone })
  const { runs, others } = at.kind === 'object' ? await onlyNamed(call, at, found) : found
  const count = runs.reduce((sum, run) => sum + run.length, others.length)
  if (needsText && count > textsMax) {
    throw preconditionFailed('number-of-matches-within-limits', 'Too many events match.', 507)
  }
  const { ofObject, ofRun } = renderedFor(call, base, properties)
  const isComplete = !withText || others.every(isTextObject)
  if (filter === undefined && (!needsText || (withText && isComplete))) {
    return multistatusReply([...runs.map(ofRun), ...others.map(ofObject)])
  }
  const all: readonly NamedObject[] = [...runs.flat(), ...others]
  const namesOf = (objects: readonly { readonly name: string }[]) => objects.map(({ name }) => name)
  const complete: readonly (NamedObject | undefined)[] = isComplete
    ? all
    : await call.objects.get(of, namesOf(all))
  const met =
    filter === undefined
      ? complete.filter((object) => object !== undefined)
      : await call.objects.filterObjects(of, complete, filter)
  const objects =
    selection === undefined ? met : await call.objects.get(of, namesOf(met), selection)
  return multistatusReply(objects.flatMap((object) => (object ? [ofObject(object)] : [])))
}

/** The object at an address, if it is among those that were found; a 404 if it does not exist. */
async function onlyNamed(
  call: DavCall,
  { calendarId: segment, name }: Extract<ReportResource, { kind: 'object' }>,
  { runs, others }: ObjectsInRange,
): Promise<ObjectsInRange> {
  const [object] = await call.objects.get(call.of(call.calendarId(segment)), [name])
  if (object === undefined) throw notFound()
  return { runs: [], others: [...runs.flat(), ...others].filter((one) => one.name === name) }
}

async function multigetReply(
  call: DavCall,
  at: ReportResource,
  body: XmlElement,
): Promise<WireReply> {
  const { base, calendarId: segment } = at
  const selection = propertiesIn(body)
  const of = call.of(call.calendarId(segment))
  const addresses = hrefsIn(body).map((address) => namedBy(call, base, address))
  const isConcerned = ({ name }: NamedAddress) =>
    name !== undefined && (at.kind !== 'object' || name === at.name)
  const names = addresses.filter(isConcerned).map(({ name }) => name!)
  const objects = (await call.objects.get(of, names, selectionIn(call, body))).values()
  const { ofObject } = renderedFor(call, base, selection)
  return multistatusReply(
    addresses.map((named) => {
      const { address, isUsual } = named
      const object = isConcerned(named) ? objects.next().value : undefined
      if (object === undefined) return statusResponse(address, 404)
      return isUsual
        ? ofObject(object)
        : propertiesResponse(address, objectProperties(call, object), selection)
    }),
  )
}

interface NamedAddress {
  readonly address: string
  /** Undefined if the address is not that of an object in the calendar. */
  readonly name: string | undefined
  /** Whether responses contain the address in this form. */
  readonly isUsual: boolean
}

/** The name of the object at an address of the calendar at a base address. */
function namedBy(call: DavCall, base: string, address: string): NamedAddress {
  // Programs mostly send addresses as they have received them, and decoding a long list takes a tenth of the time.
  // With a base that was joined from parts, `startsWith` takes five times as long.
  const isWithin = address.slice(0, base.length) === base
  const rest = isWithin ? address.slice(base.length) : ''
  if (isPlainSegment(rest)) return { address, name: rest, isUsual: true }
  const object = call.objectAt(address)
  const name = object?.base === base ? object.name : undefined
  return { address, name, isUsual: name !== undefined && address === objectHref(base, name) }
}

const isTextObject = ({ text }: ShownObject): boolean => text !== undefined

/** Responses by object or run of objects, which is the same one as long as nothing has changed. */
const cachedResponses = new WeakMap<object, { readonly key: string; readonly bytes: Buffer }>()

export type NamedObject = ShownObject & { readonly name: string }

let latestKey = ''

/** A key as the string that the request before had, which is faster to compare with the keys of many objects. */
function sameKey(key: string): string {
  if (key !== latestKey) latestKey = key
  return latestKey
}

/** Renders what a request wants of objects; the last rendering of each is cached with it. */
function renderedFor(call: DavCall, base: string, selection: PropertySelection) {
  const { isNamesOnly, names = ['all'] } = selection
  const key = sameKey([base, call.addresses.root, isNamesOnly, ...names].join('\n'))
  const cachedBy = <T extends object>(render: (of: T) => string) => {
    return (of: T): Buffer => {
      const cached = cachedResponses.get(of)
      if (cached?.key === key) return cached.bytes
      const bytes = Buffer.from(render(of))
      cachedResponses.set(of, { key, bytes })
      return bytes
    }
  }
  const textOf = (object: NamedObject) =>
    propertiesResponse(objectHref(base, object.name), objectProperties(call, object), selection)
  return {
    ofObject: cachedBy(textOf),
    ofRun: cachedBy((run: readonly NamedObject[]) => run.map(textOf).join('')),
  }
}

async function syncReply(
  call: DavCall,
  { base, calendarId: segment }: ReportResource,
  body: XmlElement,
): Promise<WireReply> {
  const selection = propertiesIn(body)
  const of = call.of(call.calendarId(segment))
  return changesReply(base, body, {
    changes: async (page) => {
      const { changed, ...changes } = await call.objects.changes(of, page)
      const names = changed.map(({ name }) => name)
      const objects = isWithText(selection)
        ? await call.objects.get(of, names, selectionIn(call, body))
        : changed
      return { ...changes, changed: objects.filter((object) => object !== undefined) }
    },
    render: renderedFor(call, base, selection).ofObject,
  })
}

interface SyncedCollection {
  readonly changes: (page: {
    readonly token: string | undefined
    readonly limit: number
  }) => Promise<ObjectChanges & { readonly changed: readonly NamedObject[] }>
  readonly render: (object: NamedObject) => string | Buffer
}

/** Answers what has changed in a collection since a token (RFC 6578). */
export async function changesReply(
  base: string,
  body: XmlElement,
  { changes, render }: SyncedCollection,
): Promise<WireReply> {
  const uri = childOf(body, fullName('d', 'sync-token'))?.text.trim() ?? ''
  const token = uri === '' ? undefined : syncTokenIn(uri)
  if (uri !== '' && token === undefined) return invalidToken()
  const limitMax = isWithText(propertiesIn(body)) ? textsMax : syncResultsMax
  const limit = resultsIn(childOf(body, fullName('d', 'limit')), limitMax)
  try {
    const { changed, removed, syncToken, isTruncated } = await changes({ token, limit })
    return multistatusReply(
      [
        ...changed.map(render),
        ...removed.map((name) => statusResponse(objectHref(base, name), 404)),
        ...(isTruncated ? [truncatedResponse(base)] : []),
      ],
      element(fullName('d', 'sync-token'), escapeXml(syncTokenUri(syncToken))),
    )
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    const isOfToken = error.refusals[0]?.location === 'syncToken' || error.status === 410
    if (isOfToken) return invalidToken()
    throw error
  }
}

const truncatedResponse = (base: string): string => {
  const limits = element(fullName('d', 'number-of-matches-within-limits'))
  return statusResponse(base, 507, element(fullName('d', 'error'), limits))
}

const invalidToken = () => preconditionReply(403, fullName('d', 'valid-sync-token'))

function resultsIn(limit: XmlElement | undefined, resultsMax: number): number {
  const count = Number(childOf(limit, fullName('d', 'nresults'))?.text ?? resultsMax)
  return Number.isInteger(count) && count > 0 ? Math.min(count, resultsMax) : resultsMax
}

/** The range of a free-busy query. The preconditions of filters do not apply to it. */
function freeBusyRange({ attributes }: XmlElement): TimeRange {
  try {
    return readRange(attributes)
  } catch (error) {
    if (error instanceof ApiError) throw badRequest(error.message)
    throw error
  }
}

async function freeBusyReply(
  call: DavCall,
  { calendarId: segment }: ReportResource,
  body: XmlElement,
): Promise<WireReply> {
  const range = childOf(body, fullName('c', 'time-range'))
  if (range === undefined) throw badRequest('A free-busy query has a time range.')
  const { fromMs, toMs } = freeBusyRange(range)
  const { calendarId } = await call.objects.state(call.of(call.calendarId(segment)))
  const times = await busyTimesOf(call, [calendarId], { fromMs, toMs })
  const busy = times.busy.get(calendarId)
  if (busy === undefined) throw notFound()
  return {
    status: 200,
    headers: { ...davHeaders, 'Content-Type': 'text/calendar; charset=utf-8' },
    body: freeBusyText(times, busy),
  }
}

import type { User } from '#/contract/operation.ts'
import { callLocally, type LocalOperationCall } from '#/http/local-call.ts'
import type { Handle, WireRequest } from '#/http/wire.ts'
import { ApiError, notFound } from '#/kernel/errors.ts'
import type { CalendarObjects, ObjectsCall, OpenCalendar } from '#/services/calendar/service.ts'
import {
  Addresses,
  chosenCalendarId,
  chosenName,
  isCalendarId,
  type Resource,
} from './resources.ts'
import { parseXml, type XmlElement } from './xml/xml.ts'

/** What CalDAV depends on. */
export interface DavDependencies {
  readonly calendar: Pick<OpenCalendar, 'openObjects' | 'openFeed'>
  /** Handles requests, for calls of operations. */
  readonly handle: Handle
  /** The base path of the calendar service. */
  readonly basePath: string
}

/** A calendar as it is on the list of the caller. */
export interface ListedCalendar {
  readonly id: string
  readonly summary?: string
  readonly summaryOverride?: string
  readonly description?: string
  readonly backgroundColor?: string
  readonly accessRole?: string
  readonly primary?: boolean
}

/** A CalDAV request of a user. */
export class DavCall {
  readonly request: WireRequest
  readonly caller: User
  readonly addresses: Addresses
  readonly objects: CalendarObjects
  readonly #dependencies: DavDependencies
  #calendars: Promise<readonly ListedCalendar[]> | undefined

  constructor(
    request: WireRequest,
    caller: User,
    { objects, ...dependencies }: DavDependencies & { readonly objects: CalendarObjects },
  ) {
    this.request = request
    this.caller = caller
    this.addresses = new Addresses(request.prefix)
    this.objects = objects
    this.#dependencies = dependencies
  }

  /** The resource that the request names. Homes and principals of other users do not exist for the caller. */
  get resource(): Resource {
    return this.visible(this.addresses.resourceAt(this.request.target))
  }

  visible(resource: Resource): Resource {
    const { email } = this.caller
    const owner = 'email' in resource ? resource.email : undefined
    if (owner !== undefined && owner.toLowerCase() !== email) throw notFound()
    return resource
  }

  /** The object that an address names; undefined if it cannot be one that the caller sees. */
  objectAt(address: string): Extract<Resource, { kind: 'object' }> | undefined {
    const resource = this.resourceAt(address)
    return resource?.kind === 'object' ? resource : undefined
  }

  /** The resource that an address names; undefined if the caller cannot see it. */
  resourceAt(address: string): Resource | undefined {
    try {
      return this.visible(this.addresses.resourceAt(address))
    } catch (error) {
      if (error instanceof ApiError) return undefined
      throw error
    }
  }

  /**
   * The id of the calendar that an address names. Programs choose the name of a calendar that they create,
   * and the id follows from it.
   */
  calendarId(segment: string): string {
    if (isCalendarId(segment)) return segment
    return chosenCalendarId(this.caller.userId, segment)
  }

  /** The address of a calendar of the caller: the one that a program has chosen, if any. */
  calendarAddress(calendarId: string): string {
    const { userId, email } = this.caller
    return this.addresses.calendar(email, chosenName(userId, calendarId) ?? calendarId)
  }

  /** Whether the caller can see a calendar with this id. */
  async isThere(calendarId: string): Promise<boolean> {
    try {
      await this.objects.state(this.of(calendarId))
      return true
    } catch (error) {
      if (error instanceof ApiError && error.status === 404) return false
      throw error
    }
  }

  get body(): XmlElement | undefined {
    return parseXml(this.request.body)
  }

  header(name: string): string | undefined {
    return this.request.headers[name]
  }

  /** Whether the program knows the time zones that have standard names (RFC 7809, 7.1). */
  get omitsZones(): boolean {
    return this.header('caldav-timezones')?.trim().toUpperCase() === 'F'
  }

  /** Names a calendar in calls of the calendar service. */
  of(calendarId: string): ObjectsCall {
    return { caller: this.caller, calendarId, origin: this.request.origin }
  }

  feedOf(calendarId: string) {
    const { caller, request } = this
    const { origin } = request
    return this.#dependencies.calendar.openFeed({ calendarId, secret: undefined, caller, origin })
  }

  /** Calls an operation of the calendar service as the caller. */
  call(
    method: LocalOperationCall['method'],
    path: string,
    { body, newId }: { readonly body?: object; readonly newId?: string } = {},
  ): Promise<Record<string, unknown>> {
    const { handle, basePath } = this.#dependencies
    const caller = newId === undefined ? this.caller : { ...this.caller, newId }
    const { origin } = this.request
    return callLocally(handle, { caller, method, target: basePath + path, body, origin })
  }

  /** The calendars on the list of the caller, read once. */
  calendars(): Promise<readonly ListedCalendar[]> {
    this.#calendars ??= this.#readCalendars()
    return this.#calendars
  }

  async #readCalendars(): Promise<ListedCalendar[]> {
    const listed: ListedCalendar[] = []
    let page = ''
    do {
      const reply = await this.call('GET', `/users/me/calendarList?maxResults=250${page}`)
      listed.push(...(reply.items as ListedCalendar[]))
      const { nextPageToken } = reply
      page = nextPageToken === undefined ? '' : `&pageToken=${nextPageToken}`
    } while (page !== '')
    return listed
  }

  /** A calendar as the caller has it on the list; its own properties if it is not there. */
  async calendarOf(calendarId: string): Promise<ListedCalendar> {
    const id = encodeURIComponent(calendarId)
    try {
      return (await this.call('GET', `/users/me/calendarList/${id}`)) as unknown as ListedCalendar
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 404) throw error
      return (await this.call('GET', `/calendars/${id}`)) as unknown as ListedCalendar
    }
  }
}

import { hash } from 'node:crypto'
import { notFound } from '#/kernel/errors.ts'

/** What an address below `/caldav` names. */
export type Resource =
  | { readonly kind: 'root' }
  /** The collections that principals and homes are in, of which users see their own. */
  | { readonly kind: 'principals' | 'homes' }
  | { readonly kind: 'principal'; readonly email: string }
  | { readonly kind: 'home'; readonly email: string }
  | { readonly kind: 'inbox' | 'outbox'; readonly email: string }
  | { readonly kind: 'message'; readonly email: string; readonly name: string }
  | ({ readonly kind: 'calendar' } & CalendarPlace)
  | ({ readonly kind: 'object'; readonly name: string } & CalendarPlace)

interface CalendarPlace {
  readonly calendarId: string
  /** The user whose home the calendar is in; undefined for Google's addresses, which name no user. */
  readonly email: string | undefined
  /** The address of the calendar as it was requested, with a slash at the end. */
  readonly base: string
}

const root = '/caldav'

/** The addresses of a site. */
export class Addresses {
  /** The prefix of the paths of the site, such as `/worlds/blue`. */
  readonly #prefix: string

  constructor(prefix: string) {
    this.#prefix = prefix
  }

  get root(): string {
    return `${this.#prefix}${root}/`
  }

  get principals(): string {
    return `${this.root}users/`
  }

  principal(email: string): string {
    return `${this.principals}${segmentOf(email)}/`
  }

  get homes(): string {
    return `${this.root}calendars/`
  }

  home(email: string): string {
    return `${this.homes}${segmentOf(email)}/`
  }

  calendar(email: string, calendarId: string): string {
    return `${this.home(email)}${segmentOf(calendarId)}/`
  }

  /** Where a user receives invitations or asks for the busy times of others (RFC 6638, 2). */
  scheduling(email: string, kind: 'inbox' | 'outbox'): string {
    return `${this.home(email)}${kind}/`
  }

  /** The resource at a path or URL of this site, or a 404. */
  resourceAt(target: string): Resource {
    const path = pathOf(target)
    const within = path.startsWith(this.#prefix) ? path.slice(this.#prefix.length) : path
    const [start, ...rest] = segmentsOf(within)
    if (start === undefined) return { kind: 'root' }
    if (start !== 'caldav') throw notFound()
    return this.#resource(rest)
  }

  #resource([area, owner, ...rest]: readonly string[]): Resource {
    if (area === undefined) return { kind: 'root' }
    if (owner === undefined) {
      if (area === 'users') return { kind: 'principals' }
      if (area === 'calendars') return { kind: 'homes' }
      throw notFound()
    }
    if (area === 'users' && rest.length === 0) return { kind: 'principal', email: owner }
    if (area === 'calendars') return this.#inHome(owner, rest)
    if (area === 'v2') return this.#atGoogles(owner, rest)
    throw notFound()
  }

  #inHome(email: string, [calendarId, name, ...more]: readonly string[]): Resource {
    if (calendarId === undefined) return { kind: 'home', email }
    if (more.length > 0) throw notFound()
    if (calendarId === 'inbox' && name !== undefined) return { kind: 'message', email, name }
    if (calendarId === 'inbox' || calendarId === 'outbox') {
      if (name !== undefined) throw notFound()
      return { kind: calendarId, email }
    }
    const place = { calendarId, email, base: this.calendar(email, calendarId) }
    return name === undefined ? { kind: 'calendar', ...place } : { kind: 'object', ...place, name }
  }

  /** The addresses of the original: `/caldav/v2/{calendarId}/user` and `/caldav/v2/{calendarId}/events/`. */
  #atGoogles(calendarId: string, [area, name, ...more]: readonly string[]): Resource {
    if (more.length > 0) throw notFound()
    if (area === undefined) return { kind: 'home', email: calendarId }
    if (area === 'user' && name === undefined) return { kind: 'principal', email: calendarId }
    if (area !== 'events') throw notFound()
    const base = `${this.root}v2/${segmentOf(calendarId)}/events/`
    const place = { calendarId, email: undefined, base }
    return name === undefined ? { kind: 'calendar', ...place } : { kind: 'object', ...place, name }
  }
}

/** The path of an address, which is a path or a URL. */
export const pathOf = (address: string): string =>
  address.replace(/^https?:\/\/[^/]*/i, '').replace(/[?#].*$/s, '')

const segmentBytesMax = 1_000

/** The decoded segments of a path. Segments that cannot be names are names of nothing. */
export function segmentsOf(path: string): string[] {
  const segments = path.split('/').filter((segment) => segment !== '')
  try {
    const decoded = segments.map(decodeURIComponent)
    // PostgreSQL cannot store a zero byte.
    const isName = (segment: string) =>
      !segment.includes('\0') && Buffer.byteLength(segment) <= segmentBytesMax
    if (decoded.every(isName)) return decoded
  } catch {
    // An encoding that is none.
  }
  throw notFound()
}

/** A segment of a path. Some programs compare addresses as text, and don't encode what needs no encoding. */
const segmentOf = (text: string): string =>
  isPlainSegment(text) ? text : encodeURIComponent(text).replaceAll('%40', '@')

/** Whether a segment of a path is the same with and without encoding, as most are. */
export const isPlainSegment = (text: string): boolean => /^[\w.@-]+$/.test(text)

/** The address of an object of a calendar. */
export const objectHref = (base: string, name: string): string => `${base}${segmentOf(name)}`

/** Whether a segment of an address names a calendar by its id, rather than by a name that a program has chosen. */
export const isCalendarId = (segment: string): boolean =>
  segment === 'primary' || /^[^\s@]+@[^\s@]+$/.test(segment)

const groupHost = '@group.calendar.google.com'
/** The digits of a digest that keep the names of several users apart. */
const digestDigits = 32
const nameBytesMax = 64

/**
 * The id of the calendar that a user has created with a name of their choice. It contains the name, so that
 * the calendar stays at its address without being stored with it.
 */
export function chosenCalendarId(userId: string, name: string): string {
  const digest = hash('sha256', `${userId} ${name}`, 'hex')
  const bytes = Buffer.from(name)
  if (bytes.length > nameBytesMax) return `c_${digest}${groupHost}`
  return `c_${digest.slice(0, digestDigits)}${bytes.toString('hex')}${groupHost}`
}

/** The name that a user has chosen for a calendar; undefined for calendars that were created otherwise. */
export function chosenName(userId: string, calendarId: string): string | undefined {
  const digits = /^c_[0-9a-f]{32}((?:[0-9a-f]{2})+)@/.exec(calendarId)?.[1]
  if (digits === undefined) return undefined
  const name = Buffer.from(digits, 'hex').toString()
  return chosenCalendarId(userId, name) === calendarId ? name : undefined
}

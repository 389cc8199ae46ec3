import { base32hex } from '#/kernel/identifiers.ts'
import type { RandomBytes } from '#/kernel/randomness.ts'
import { keyInBucket } from '../store/buckets.ts'

// Ids that start with the time are adjacent in the index, so that a commit writes fewer pages. The rest
// is unguessable.
const timePrefix = (nowMs: number) => Math.max(nowMs, 0).toString(32).padStart(10, '0')

export const newCalendarId = (nowMs: number, randomBytes: RandomBytes): string =>
  `c_${timePrefix(nowMs)}${base32hex(42, randomBytes)}@group.calendar.google.com`

const ofFeeds = '@import.calendar.google.com'

export const newSubscribedId = (nowMs: number, randomBytes: RandomBytes): string =>
  `${timePrefix(nowMs)}${base32hex(22, randomBytes)}${ofFeeds}`

/** Whether a calendar follows a feed of another server, so that its events are read-only. */
export const followsFeed = ({
  id,
  isPrimary,
}: {
  readonly id: string
  readonly isPrimary: 0 | 1
}): boolean => isPrimary === 0 && id.endsWith(ofFeeds)

const ofResources = '@resource.calendar.google.com'

export const newResourceId = (nowMs: number, randomBytes: RandomBytes): string =>
  `c_${timePrefix(nowMs)}${base32hex(42, randomBytes)}${ofResources}`

/** The address of a room by its chosen name; undefined if the name is invalid. */
export function resourceIdIn(text: string): string | undefined {
  const id = text.trim().toLowerCase()
  const name = id.endsWith(ofResources) ? id.slice(0, -ofResources.length) : id
  return /^[a-z0-9](?:[a-z0-9._-]{0,62}[a-z0-9])?$/.test(name) ? name + ofResources : undefined
}

export const newEventId = (nowMs: number, randomBytes: RandomBytes): string =>
  timePrefix(nowMs) + base32hex(16, randomBytes)

/** A random (version 4) UUID from the given bytes. */
export function uuidOf(bytes: Uint8Array): string {
  const marked = Buffer.from(bytes)
  marked[6] = (marked[6]! & 0x0f) | 0x40
  marked[8] = (marked[8]! & 0x3f) | 0x80
  return marked.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}

/**
 * Creates unique keys for the events of calendars, which are safe integers: consecutive ones from a random start, so that
 * a commit writes fewer pages of the index.
 */
export function calendarKeys(randomBytes: RandomBytes): (calendarId: string) => number {
  let last: number | undefined
  return (calendarId) => {
    last = (last ?? Math.floor(newNumber(randomBytes) / 2)) + 1
    return keyInBucket(last, calendarId)
  }
}

/** A random number of 41 bits. */
function newNumber(randomBytes: RandomBytes): number {
  const bytes = Buffer.from(randomBytes(6))
  return bytes.readUIntBE(0, 5) * 2 + (bytes[5]! & 1)
}

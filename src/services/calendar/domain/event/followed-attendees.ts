import { isDeepStrictEqual } from 'node:util'
import type { EventAttendee } from '../../schemas/event.ts'

type Attendees = readonly EventAttendee[]

interface Lists {
  /** Of the series as it was. */
  readonly former?: Attendees | undefined
  /** Of the exception. */
  readonly own?: Attendees | undefined
  /** Of the series as it is now. */
  readonly next?: Attendees | undefined
}

/**
 * Who is invited to an exception once its series invites others. A list of its own stays as it is; one
 * that differs by answers alone follows the series, and keeps these answers.
 */
export function followedAttendees({ former = [], own = [], next = [] }: Lists): Attendees {
  const then = new Map(former.map((attendee) => [attendee.email, attendee]))
  const isFollowing = own.length === former.length && own.every(({ email }) => then.has(email))
  if (!isFollowing) return own
  const answers = new Map(own.map((attendee) => [attendee.email, attendee]))
  return next.map((attendee) => {
    const answer = answers.get(attendee.email)
    const isSaid = answer !== undefined && !isDeepStrictEqual(answer, then.get(attendee.email))
    return isSaid ? answer : attendee
  })
}

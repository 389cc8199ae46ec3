import { emailIn } from '#/auth/directory/directory-email.ts'
import { invalidField, requiredField } from '#/kernel/errors.ts'
import { forbiddenForServiceAccounts } from '../../errors.ts'
import type { EventAttendee } from '../../schemas/event.ts'
import { type EventContext, memberOf, withoutAbsent } from '../event-content.ts'

type Attendees = readonly EventAttendee[]

interface Invitation {
  readonly requested: Attendees | undefined
  readonly stored: Attendees | undefined
  /** The list is incomplete: only the calendar's own entry counts. */
  readonly isPartial: boolean
}

/** The attendees in the order of the body; undefined if there are none. */
export function draftAttendees(
  { requested = [], stored = [], isPartial }: Invitation,
  context: EventContext,
): Attendees | undefined {
  if (requested === stored && !isPartial) return stored.map(statedByClients)
  const storedByEmail = new Map(stored.map((attendee) => [attendee.email!, attendee]))
  const invited = requested.map((attendee) => draftAttendee(attendee, storedByEmail))
  const attendees = onceEach(
    isPartial ? withOwnEntry(stored, invited, context.calendar.id) : invited,
  )
  if (attendees.some(({ email }) => !storedByEmail.has(email!))) requireRoom(attendees, context)
  return attendees.length === 0 ? undefined : attendees
}

const responses = ['needsAction', 'declined', 'tentative', 'accepted']

function draftAttendee(
  attendee: EventAttendee,
  storedByEmail: ReadonlyMap<string, EventAttendee>,
): EventAttendee {
  if (!attendee.email?.trim()) throw requiredField('Missing attendee email.')
  // Stored addresses have been validated.
  const email = storedByEmail.has(attendee.email) ? attendee.email : addressIn(attendee.email)
  if (email === undefined) throw invalidField('Invalid attendee email.')
  const { additionalGuests = 0 } = attendee
  if (additionalGuests < 0) throw invalidField('Invalid number of additional guests.')
  // Whether an attendee is a room is decided by the first invitation.
  const { resource } = storedByEmail.get(email) ?? attendee
  return withoutAbsent({
    email,
    displayName: attendee.displayName || undefined,
    resource: resource || undefined,
    optional: attendee.optional || undefined,
    responseStatus:
      memberOf(responses, attendee.responseStatus, 'response status') ?? 'needsAction',
    comment: attendee.comment || undefined,
    additionalGuests: additionalGuests || undefined,
  }) as EventAttendee
}

function onceEach(attendees: Attendees): Attendees {
  const byEmail = new Map<string, EventAttendee>()
  for (const attendee of attendees) {
    if (!byEmail.has(attendee.email!)) byEmail.set(attendee.email!, attendee)
  }
  return [...byEmail.values()]
}

function withOwnEntry(stored: Attendees, invited: Attendees, ownEmail: string): Attendees {
  const own = invited.find(({ email }) => email === ownEmail)
  const others = stored.map(statedByClients)
  if (own === undefined) return others
  const isListed = others.some(({ email }) => email === ownEmail)
  if (!isListed) return [...others, own]
  return others.map((other) => (other.email === ownEmail ? own : other))
}

/** What clients state about an attendee; the rest is computed for each reader. */
function statedByClients(attendee: EventAttendee): EventAttendee {
  const { id, organizer, self, asyncOperation } = attendee
  if ((id ?? organizer ?? self ?? asyncOperation) === undefined) return attendee
  const { id: _id, organizer: _organizer, self: _self, asyncOperation: _, ...stated } = attendee
  return stated
}

// Existing attendees are always allowed to stay.
function requireRoom(attendees: Attendees, context: EventContext): void {
  if (context.isBareServiceAccount) throw forbiddenForServiceAccounts()
  if (attendees.length > context.attendeesMax) {
    throw invalidField(`An event has at most ${context.attendeesMax} attendees.`)
  }
}

/** The email address in a text, also as a `mailto:` URI; undefined if it is none. */
export const addressIn = (text: string): string | undefined =>
  emailIn(text.trim().replace(/^mailto:/i, ''))

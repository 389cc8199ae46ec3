import type { Event, EventAttendee } from '../../schemas/event.ts'
import { oneLine } from '../clean-text.ts'
import type { PrintedMail } from './calendar-text.ts'
import { contentLine } from './content-lines.ts'

/** The one whose event it is; an event without an organizer is the sender's. */
export function organizerLine({
  event,
  from,
}: {
  readonly event: Pick<Event, 'organizer'>
  readonly from: { readonly email: string; readonly displayName?: string | undefined }
}): string {
  const { email = from.email, displayName } = event.organizer ?? from
  return contentLine('organizer', { cn: nameOf(displayName) }, 'cal-address', addressOf(email))
}

export function attendeeLine(
  attendee: EventAttendee,
  method: PrintedMail['method'] | 'PUBLISH',
): string {
  const { email = '', displayName, resource, optional, responseStatus = '' } = attendee
  const answer = participation[responseStatus] ?? 'NEEDS-ACTION'
  const parameters = {
    cutype: resource ? 'RESOURCE' : 'INDIVIDUAL',
    role: optional ? 'OPT-PARTICIPANT' : 'REQ-PARTICIPANT',
    partstat: answer,
    rsvp: method === 'REQUEST' && answer === 'NEEDS-ACTION' ? 'TRUE' : undefined,
    cn: nameOf(displayName),
    'x-num-guests': attendee.additionalGuests ? String(attendee.additionalGuests) : undefined,
  }
  return contentLine('attendee', parameters, 'cal-address', addressOf(email))
}

const participation: Readonly<Record<string, string>> = {
  needsAction: 'NEEDS-ACTION',
  accepted: 'ACCEPTED',
  declined: 'DECLINED',
  tentative: 'TENTATIVE',
}

// A parameter has no way to hold a double quote that every reader knows.
const nameOf = (name: string | undefined): string | undefined =>
  oneLine(name ?? '').replaceAll('"', "'") || undefined

const addressOf = (email: string) => `mailto:${email.toWellFormed().replace(/[\s\p{Cc}]/gu, '')}`

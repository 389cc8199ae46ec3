import type { WireReply } from '#/http/wire.ts'
import type { DavCall } from '../dav-call.ts'
import { readRange } from '../filters.ts'
import { busyTimesOf, freeBusyText } from '../free-busy.ts'
import { href, preconditionFailed, xmlReply } from '../multistatus.ts'
import type { Resource } from '../resources.ts'
import { element, escapeXml, fullName, xmlDocument } from '../xml/xml.ts'

const attendeesMax = 50
const requestBytesMax = 64 * 1024

const c = (local: string, content: string) => element(fullName('c', local), content)

/** Answers a request for the busy times of others (RFC 6638, 5). */
export async function outboxReply(call: DavCall, resource: Resource): Promise<WireReply> {
  if (resource.kind !== 'outbox') {
    throw preconditionFailed('supported-collection', 'Requests are sent to the outbox.')
  }
  requireCalendarText(call)
  const { uid, organizer, attendees, range } = readRequest(call)
  if (organizer !== call.caller.email) {
    throw preconditionFailed('organizer-allowed', 'The organizer is the caller.')
  }
  const times = await busyTimesOf(call, attendees, range)
  const responses = attendees.map((email) => {
    const busy = times.busy.get(email)
    const recipient = c('recipient', href(`mailto:${email}`))
    if (busy === undefined) {
      return c('response', recipient + c('request-status', '3.7;Invalid calendar user'))
    }
    const text = freeBusyText(times, busy, {
      calendar: ['METHOD:REPLY'],
      component: [`UID:${uid}`, `ORGANIZER:mailto:${organizer}`, `ATTENDEE:mailto:${email}`],
    })
    const status = c('request-status', '2.0;Success')
    return c('response', recipient + status + c('calendar-data', escapeXml(text)))
  })
  return xmlReply(200, xmlDocument('c:schedule-response', responses.join('')))
}

/** Refuses a body of another type than iCalendar. */
export function requireCalendarText(call: DavCall): void {
  const type = call.header('content-type')
  if (type !== undefined && !/^text\/calendar\b/i.test(type.trim())) {
    throw preconditionFailed('supported-calendar-data', 'Only text/calendar is supported.')
  }
}

/** Reads the VFREEBUSY of a request. */
function readRequest({ request: { body } }: DavCall) {
  const text = (body ?? Buffer.alloc(0)).toString('utf8', 0, requestBytesMax)
  const lines = text.replace(/\r?\n[ \t]/g, '').split(/\r?\n/)
  if (lines[0]?.trim().toUpperCase() !== 'BEGIN:VCALENDAR') {
    throw preconditionFailed('valid-calendar-data', 'The text is not iCalendar.')
  }
  if (!lines.includes('METHOD:REQUEST') || !lines.includes('BEGIN:VFREEBUSY')) {
    throw preconditionFailed('valid-scheduling-message', 'Only busy times can be requested.')
  }
  const valuesOf = (name: string) =>
    lines
      .filter((line) => line.startsWith(`${name}:`) || line.startsWith(`${name};`))
      .map((line) => /:((?:mailto:)?[^:]*)$/i.exec(line)?.[1]?.trim() ?? '')
  const emailsOf = (name: string) =>
    valuesOf(name).map((value) => value.replace(/^mailto:/i, '').toLowerCase())
  const attendees = [...new Set(emailsOf('ATTENDEE'))]
  if (attendees.length > attendeesMax) {
    throw preconditionFailed('max-attendees-per-instance', `At most ${attendeesMax} attendees.`)
  }
  const [start = '', end = ''] = [valuesOf('DTSTART')[0], valuesOf('DTEND')[0]]
  return {
    uid: valuesOf('UID')[0] ?? '',
    organizer: emailsOf('ORGANIZER')[0],
    attendees,
    range: readRange({ start, end }),
  }
}

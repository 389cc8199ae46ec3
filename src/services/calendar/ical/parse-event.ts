import { decodeBody } from '#/contract/decoding/decode.ts'
import { Event } from '../schemas/event.ts'
import { type FileZones, importedEvent } from './imported-event.ts'
import { parseCalendar } from './parse-calendar.ts'

/** An event as iCalendar text describes it. */
export type ParsedEvent = Event & { readonly iCalUID: string }

/** Parses the unfolded text of one VEVENT. What is stated elsewhere counts more than the text. */
export async function parseEvent(
  text: string,
  zones: FileZones,
  stated: Partial<Record<keyof Event, unknown>> = {},
): Promise<ParsedEvent> {
  // Recurrence lines are validated together with the event, with better messages.
  const plain = text.replace(/^(?:RRULE|EXRULE|RDATE|EXDATE)[;:].*\r\n/gim, '')
  const calendar = await parseCalendar(`BEGIN:VCALENDAR\r\n${plain}\r\nEND:VCALENDAR`)
  const imported = importedEvent(calendar[2][0]!, text, zones)
  return decodeBody(Event, { ...imported, ...stated }) as ParsedEvent
}

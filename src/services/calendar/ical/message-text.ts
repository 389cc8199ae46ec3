import type { SchedulingMessage } from '../attendees/scheduling-messages.ts'
import type { Event } from '../schemas/event.ts'
import { messageEvent, type PrintedMail } from './calendar-text.ts'
import { component, headLines, instantMsOf, momentLine } from './content-lines.ts'
import { zonesOf } from './exported-calendar.ts'
import { zoneComponents } from './zone-components.ts'

/** Renders a scheduling message (RFC 5546). The text depends on nothing but the message and its time. */
export function messageText(message: SchedulingMessage, nowMs: number): string {
  const { method, events, zone } = message
  const isCancelled = ({ status }: Event) => status === 'cancelled'
  const told = method === 'REQUEST' ? events.filter((event) => !isCancelled(event)) : events
  const excluded = method === 'REQUEST' ? events.filter(isCancelled) : []
  const moments = told
    .flatMap(({ start, end }) => [start, end])
    .filter((time) => time !== undefined)
  const isEndless = told.some(({ recurrence = [] }) => recurrence.length > 0)
  const times = [...moments.map(instantMsOf), ...(isEndless ? [nowMs] : [])]
  const zones = new Set(told.flatMap((event) => zonesOf(event, zone)))
  return `${component('VCALENDAR', [
    ...headLines(method),
    ...zoneComponents(zones, { from: Math.min(...times), to: Math.max(...times), isEndless }),
    ...told.map((event) => {
      const excludedStarts = event.recurrence === undefined ? [] : excluded
      return component('VEVENT', [
        ...messageEvent(printed(message, event, nowMs)),
        ...excludedStarts.flatMap(({ originalStartTime: start }) =>
          start === undefined ? [] : [momentLine('exdate', start, zone)],
        ),
      ])
    }),
  ])}\r\n`
}

function printed(
  { method, attendee, zone }: SchedulingMessage,
  event: Event,
  nowMs: number,
): PrintedMail {
  const { attendees = [], organizer } = event
  const shown = method === 'REPLY' ? attendees.filter(({ email }) => email === attendee) : attendees
  return { method, event, from: { email: organizer?.email ?? '' }, attendees: shown, zone, nowMs }
}

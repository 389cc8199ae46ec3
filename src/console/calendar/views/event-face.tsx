import type { EventDisplayInfo } from '@fullcalendar/react'
import { t } from '../../texts/calendar.ts'
import type { Occurrence } from '../state/occurrences.ts'
import type { ResponseStatus } from '../wire/types.ts'
import { readableOn } from './readable.ts'

/** Events up to this length have one line. */
const shortMsMax = 45 * 60_000

type Info = Pick<EventDisplayInfo, 'event'>

const occurrenceOf = ({ event }: Info) => event.extendedProps.occurrence as Occurrence | undefined

/** The response of the user to an invitation; undefined for other events. */
export const responseOf = ({ event }: Pick<Occurrence, 'event'>): ResponseStatus | undefined =>
  event.attendees?.find(({ self }) => self)?.responseStatus

/** The classes of an event in the grid. */
export function faceClass(info: Info): string {
  const occurrence = occurrenceOf(info)
  const response = occurrence && responseOf(occurrence)
  return response === undefined ? 'cal-target' : `cal-target response-${response}`
}

const tints: Readonly<Partial<Record<ResponseStatus, number>>> = {
  needsAction: 14,
  tentative: 30,
  declined: 8,
}

/** Accepted events have the color of the calendar, others a tint of it, on which text has the color of the page. */
export function faceColors({ event, color }: Occurrence) {
  const tint = tints[responseOf({ event }) ?? 'accepted']
  return tint === undefined
    ? { color, contrastColor: readableOn(color) }
    : { color: `color-mix(in srgb, ${color} ${tint}%, var(--card))`, contrastColor: 'var(--ink)' }
}

/** Events of whole days and in a month have one line. */
const hasOneLine = ({ event, view }: Pick<EventDisplayInfo, 'event' | 'view'>): boolean =>
  event.allDay || view.type === 'dayGridMonth'

/** The class of the box around the content of an event. */
export const faceBoxClass = (info: EventDisplayInfo) => (hasOneLine(info) ? 'face-row' : '')

/**
 * The content of an event in the grid: one line in a month and for whole days, and otherwise the title, then time
 * and place as far as there is room.
 */
export function EventFace(info: EventDisplayInfo) {
  const { event } = info
  const timeText = (event.extendedProps.moment as string | undefined) ?? info.timeText
  const occurrence = occurrenceOf(info)
  const response = occurrence && responseOf(occurrence)
  const title = (
    <>
      {event.title}
      {response !== undefined && response !== 'accepted' && (
        <span className="visually-hidden"> ({t.responses[response]})</span>
      )}
    </>
  )
  if (hasOneLine(info)) {
    return (
      <span className="face-line">
        {timeText !== '' && <span className="face-time">{timeText} </span>}
        <span className="face-title">{title}</span>
      </span>
    )
  }
  const isShort = Number(event.end) - Number(event.start) <= shortMsMax
  const place = occurrence?.event.location
  return (
    <span
      className={`face${isShort ? ' short' : ''}${event.extendedProps.isBeside ? ' beside' : ''}`}
    >
      <span className="face-title">{title}</span>
      <span className="face-part">{timeText}</span>
      {place !== undefined && <span className="face-part">{place}</span>}
    </span>
  )
}

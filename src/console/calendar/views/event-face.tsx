import type { EventDisplayInfo } from '@fullcalendar/react'
import type { Occurrence } from '../state/occurrences.ts'

/** What stands on an event in a grid. */
export function EventFace({ event, timeText, timeClass, titleClass }: EventDisplayInfo) {
  const occurrence = event.extendedProps.occurrence as Occurrence | undefined
  const answer = occurrence?.event.attendees?.find(({ self }) => self)?.responseStatus
  return (
    <>
      {timeText !== '' && <span className={timeClass}>{timeText}</span>}
      <span className={answer === 'declined' ? `${titleClass} declined` : titleClass}>
        {event.title}
        {answer === 'needsAction' && <span className="visually-hidden"> (not answered yet)</span>}
      </span>
    </>
  )
}

import { Link } from '@tanstack/react-router'
import { useTimeZone } from '../../locale/index.ts'
import { t } from '../../texts/calendar.ts'
import { Button } from '../../ui/index.ts'
import { useOpen } from '../desk.ts'
import { Answer } from '../guests/answer.tsx'
import { mayWrite } from '../state/calendars.ts'
import { useChanging } from '../state/changing.ts'
import { fallbackColor } from '../state/occurrences.ts'
import { removeAsFarAs } from '../state/series-changes.ts'
import { mayMove } from '../views/may-move.ts'
import type { CalendarEvent } from '../wire/types.ts'
import { draftOf, duplicateOf } from './draft.ts'
import { eidOf } from './eid.ts'
import { useEntry } from './event-query.ts'
import { useReachQuestion } from './reach-question.tsx'

interface ActionsProps {
  readonly calendarId: string
  readonly event: CalendarEvent
  /** Called after an action that makes the dialog obsolete. */
  readonly onDone: () => void
}

/** Buttons to respond to, edit and delete an event, as far as the user may. */
export function EventActions({ calendarId, event, onDone }: ActionsProps) {
  const calendar = useEntry(calendarId)
  const change = useChanging()
  const setOpen = useOpen()
  const zone = useTimeZone()
  const [askReach, question] = useReachQuestion()
  if (calendar === undefined) return null
  const remove = async () => {
    const reach = await askReach(event, t.delete)
    if (reach === undefined) return
    onDone()
    await change({
      calendarIds: [calendarId],
      expect: (cache) =>
        cache.remove(calendarId, ({ id, recurringEventId }) =>
          reach === 'all' ? recurringEventId === event.recurringEventId : id === event.id,
        ),
      run: () => removeAsFarAs(reach, calendarId, event),
    })
    // The event in the view, which had the focus, is gone.
    const view = document.querySelector<HTMLElement>('.cal-view')
    if (document.activeElement === document.body) view?.focus({ preventScroll: true })
  }
  const isOurs = mayMove({ key: '', calendar, event, color: fallbackColor })
  return (
    <>
      {mayWrite(calendar) && <Answer {...{ calendarId, event, askReach }} />}
      <div className="dialog-actions">
        <Link
          className="event-link"
          to="/calendar/event"
          search={{ eid: eidOf(calendarId, event.id) }}
        >
          {t.openAsPage}
        </Link>
        {mayWrite(calendar) && (
          <Button
            onClick={() =>
              setOpen({ kind: 'new', draft: duplicateOf(draftOf(calendarId, event, zone)) })
            }
          >
            {t.duplicate}
          </Button>
        )}
        {mayWrite(calendar) && (
          <Button onClick={() => void remove()}>{isOurs ? t.delete : t.tabs.leaving}</Button>
        )}
        {isOurs && (
          <Button kind="main" onClick={() => setOpen({ kind: 'edit', calendarId, event })}>
            {t.edit}
          </Button>
        )}
      </div>
      {question}
    </>
  )
}

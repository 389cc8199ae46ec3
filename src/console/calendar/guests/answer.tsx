import { t } from '../../texts/calendar.ts'
import type { AskReach } from '../event/reach-question.tsx'
import { useChanging } from '../state/changing.ts'
import { changeEvent } from '../state/event-changes.ts'
import { getEvent } from '../wire/events.ts'
import type { CalendarEvent, ResponseStatus } from '../wire/types.ts'

const answers: readonly { status: ResponseStatus; label: string }[] = [
  { status: 'accepted', label: t.answers.accepted },
  { status: 'tentative', label: t.answers.tentative },
  { status: 'declined', label: t.answers.declined },
]

interface AnswerProps {
  readonly calendarId: string
  readonly event: CalendarEvent
  readonly askReach: AskReach
}

/** The user's response to an invitation. */
export function Answer({ calendarId, event, askReach }: AnswerProps) {
  const change = useChanging()
  const self = event.attendees?.find((each) => each.self === true)
  if (self === undefined) return null
  const give = async (status: ResponseStatus) => {
    const reach = await askReach(event, t.verbs.respond, ['this', 'all'])
    if (reach === undefined) return
    await change({
      calendarIds: [calendarId],
      run: () => answer(calendarId, reach === 'all' ? event.recurringEventId! : event.id, status),
    })
  }
  return (
    <fieldset className="answers">
      <legend>{t.willYouCome}</legend>
      {answers.map(({ status, label }) => (
        <button
          key={status}
          type="button"
          className="button"
          aria-pressed={self.responseStatus === status}
          onClick={() => void give(status)}
        >
          {label}
        </button>
      ))}
    </fieldset>
  )
}

async function answer(calendarId: string, eventId: string, responseStatus: ResponseStatus) {
  const { attendees = [] } = await getEvent(calendarId, eventId)
  const answered = attendees.map((each) => (each.self ? { ...each, responseStatus } : each))
  const done = await changeEvent(calendarId, eventId, { attendees: answered }, 'all')
  return { ...done, text: t.responseSaved }
}

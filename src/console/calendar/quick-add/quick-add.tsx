import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTimeZone } from '../../locale/index.ts'
import { useDebounced } from '../../ui/index.ts'
import { mayWrite, useCalendars } from '../state/calendars.ts'
import { useChanging } from '../state/changing.ts'
import { addEvent, titleOfEvent } from '../state/event-changes.ts'
import { readSentence } from '../wire/events.ts'
import type { CalendarEvent, EventPatch } from '../wire/types.ts'
import './quick-add.css'
import { t } from '../../texts/calendar.ts'
import { useWayTo } from '../create/new-event.ts'
import { wordsFor } from '../recurrence/words.ts'
import { momentOf, whenOf } from '../time/event-time.ts'

const pauseMs = 250

/** An input for quick add with a preview of the event. */
export function QuickAdd() {
  const [text, setText] = useState('')
  const { data: calendars } = useCalendars()
  const calendarId = calendars?.find(mayWrite)?.id
  const change = useChanging()
  const zone = useTimeZone()
  const wayTo = useWayTo()
  const previewText = useDebounced(text.trim(), pauseMs)
  const preview = useQuery({
    queryKey: ['calendar', 'quick-add', calendarId, previewText, zone],
    queryFn: ({ signal }) =>
      readSentence(calendarId!, { text: previewText, timeZone: zone }, signal),
    enabled: previewText !== '' && calendarId !== undefined,
    placeholderData: (last) => last,
  })
  const add = async () => {
    const sentence = text.trim()
    if (sentence === '' || calendarId === undefined) return
    setText('')
    const isDone = await change({
      calendarIds: [calendarId],
      run: async () => {
        const read = await readSentence(calendarId, { text: sentence, timeZone: zone })
        const { summary, location, start, end, recurrence, attendees } = read
        const body = { summary, location, start, end, recurrence, attendees }
        const done = await addEvent(calendarId, body as EventPatch, 'none')
        return { ...done, show: wayTo(momentOf(start, zone).toPlainDate()) }
      },
    })
    if (!isDone) setText(sentence)
  }
  return (
    <form
      className="quick-add"
      onSubmit={(event) => {
        event.preventDefault()
        void add()
      }}
    >
      <input
        aria-label={t.quickAdd}
        aria-describedby="quick-add-preview"
        placeholder={t.quickAddExample}
        value={text}
        autoComplete="off"
        onChange={({ target }) => setText(target.value)}
        onKeyDown={({ key }) => {
          if (key === 'Escape') setText('')
        }}
      />
      <div id="quick-add-preview" role="status" className="quick-add-status">
        {text.trim() !== '' && <Preview {...preview} zone={zone} />}
      </div>
    </form>
  )
}

interface PreviewProps {
  readonly data: CalendarEvent | undefined
  readonly error: Error | null
  readonly zone: string
}

/** The preview of the event that a sentence describes. */
function Preview({ data: event, error, zone }: PreviewProps) {
  if (error !== null) return <p className="quick-add-card">{error.message}</p>
  if (event === undefined) return null
  return (
    <div className="quick-add-card">
      <p className="quick-add-title">{titleOfEvent(event)}</p>
      <p>{whenOf(event, zone)}</p>
      {event.recurrence !== undefined && (
        <p>{wordsFor(event.recurrence, event.start.timeZone ?? zone)}</p>
      )}
      {event.location !== undefined && <p>{t.quickAddWhere(event.location)}</p>}
      {event.attendees !== undefined && (
        <p>{t.quickAddGuests(event.attendees.map(({ email }) => email).join(', '))}</p>
      )}
      <p className="muted">{t.pressEnter}</p>
    </div>
  )
}

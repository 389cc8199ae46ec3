import { useState } from 'react'
import { Dialog, ErrorNote, Spinner } from '../../ui/index.ts'
import { useChanging } from '../state/changing.ts'
import { inTurn, moveToCalendar, type Reach } from '../state/event-changes.ts'
import { changeAsFarAs } from '../state/series-changes.ts'
import { useLate } from '../views/late.ts'
import type { CalendarEvent } from '../wire/types.ts'
import { changesBetween, type Draft, draftOf, guestsOf, problemWith, wrongGuest } from './draft.ts'
import { EventFormDialog } from './event-form-dialog.tsx'
import { useEvent } from './event-query.ts'
import { useReachQuestion } from './reach-question.tsx'
import './event.css'
import { t } from '../../texts/calendar.ts'

interface EditProps {
  readonly calendarId: string
  readonly event: CalendarEvent
  readonly zone: string
  readonly onClose: () => void
}

/** The form for an existing event. An instance shows the recurrence of its series. */
export function EditEventDialog(props: EditProps) {
  const { calendarId, event, zone, onClose } = props
  const { data: series, error, refetch } = useEvent(calendarId, event.recurringEventId)
  const isWaiting = event.recurringEventId !== undefined && series === undefined
  const isLate = useLate(isWaiting)
  if (!isWaiting) {
    const recurrence = event.recurrence ?? series?.recurrence ?? []
    return <Editing {...props} first={draftOf(calendarId, { ...event, recurrence }, zone)} />
  }
  return (
    <Dialog title={t.editEvent} size="wide" isOpen onClose={onClose}>
      {error !== null && <ErrorNote error={error} onRetry={() => void refetch()} />}
      {isLate && <Spinner label={t.loadingEvent} />}
    </Dialog>
  )
}

function Editing({ calendarId, event, first: initial, onClose }: EditProps & { first: Draft }) {
  const [first] = useState(initial)
  const [draft, setDraft] = useState(first)
  const [isTelling, setTelling] = useState(true)
  const [isSaving, setSaving] = useState(false)
  const [askReach, question] = useReachQuestion()
  const change = useChanging()
  const save = async () => {
    if (problemWith(draft) !== undefined || wrongGuest(draft) !== undefined) return
    const changes = changesBetween(first, draft)
    const isMoved = draft.calendarId !== calendarId
    if (Object.keys(changes).length === 0 && !isMoved) return onClose()
    const offered: readonly Reach[] = isMoved
      ? ['all']
      : 'recurrence' in changes
        ? ['following', 'all']
        : ['this', 'following', 'all']
    const reach = await askReach(event, t.save, offered)
    if (reach === undefined) return
    setSaving(true)
    const hasGuests = guestsOf(draft).length > 0 || first.attendees.length > 0
    const sendUpdates = isTelling && hasGuests ? 'all' : 'none'
    const isSaved = await change({
      calendarIds: [...new Set([calendarId, draft.calendarId])],
      expect: (cache) => {
        if (reach !== 'this' || isMoved) return
        const { start, end } = changes
        cache.patch(calendarId, event.id, {
          summary: draft.summary,
          ...(start && end && { start, end }),
        })
      },
      run: async () => {
        const id = reach === 'all' ? (event.recurringEventId ?? event.id) : event.id
        const run = () => changeAsFarAs(reach, draft.calendarId, event, changes, sendUpdates)
        if (!isMoved) return run()
        const moved = await moveToCalendar(calendarId, { ...event, id }, draft.calendarId)
        return Object.keys(changes).length === 0 ? moved : inTurn(moved, run)
      },
    })
    // The form opens again with what could not be saved.
    if (isSaved) onClose()
    else setSaving(false)
  }
  return (
    <EventFormDialog
      title={t.editEvent}
      {...{ first, draft, isTelling, isSaving, onClose }}
      onChange={setDraft}
      onTelling={setTelling}
      onSave={() => void save()}
    >
      {question}
    </EventFormDialog>
  )
}

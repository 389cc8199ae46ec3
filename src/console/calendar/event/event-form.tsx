import { Field } from '../../ui/index.ts'
import { GuestFields } from '../guests/guest-fields.tsx'
import { RuleFields } from '../recurrence/rule-fields.tsx'
import { ReminderFields } from '../reminders/reminder-fields.tsx'
import { mayWrite, nameOf, useCalendars } from '../state/calendars.ts'
import { type Draft, problemWith } from './draft.ts'
import { MoreFields } from './more-fields.tsx'
import { WhenFields } from './when-fields.tsx'

/** Buttons outside the form name it by this. */
export const formId = 'event-form'

interface FormProps {
  readonly draft: Draft
  readonly isTelling: boolean
  readonly onChange: (draft: Draft) => void
  readonly onTelling: (isTelling: boolean) => void
  readonly onSubmit: () => void
}

/** Everything that a person says about an event. */
export function EventForm(props: FormProps) {
  const { draft, isTelling, onChange, onTelling, onSubmit } = props
  const { data: calendars = [] } = useCalendars()
  const set = (part: Partial<Draft>) => onChange({ ...draft, ...part })
  const calendar = calendars.find(({ id }) => id === draft.calendarId)
  return (
    <form
      id={formId}
      className="event-form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        onSubmit()
      }}
    >
      <Field label="Title">
        {(control) => (
          <input
            {...control}
            data-first-focus
            value={draft.summary}
            onChange={({ target }) => set({ summary: target.value })}
          />
        )}
      </Field>
      <WhenFields {...{ draft, onChange }} problem={problemWith(draft)} />
      <RuleFields {...{ draft, onChange }} />
      <GuestFields {...{ draft, isTelling, onChange, onTelling }} />
      <Field label="Where">
        {(control) => (
          <input
            {...control}
            value={draft.location}
            onChange={({ target }) => set({ location: target.value })}
          />
        )}
      </Field>
      <Field label="Notes">
        {(control) => (
          <textarea
            {...control}
            rows={3}
            value={draft.description}
            onChange={({ target }) => set({ description: target.value })}
          />
        )}
      </Field>
      <Field label="Calendar">
        {(control) => (
          <select
            {...control}
            value={draft.calendarId}
            onChange={({ target }) => set({ calendarId: target.value })}
          >
            {calendars.filter(mayWrite).map((entry) => (
              <option key={entry.id} value={entry.id}>
                {nameOf(entry)}
              </option>
            ))}
          </select>
        )}
      </Field>
      <ReminderFields
        reminders={draft.reminders}
        usual={calendar?.defaultReminders ?? []}
        onChange={(reminders) => set({ reminders })}
      />
      <MoreFields {...{ draft, onChange }} />
    </form>
  )
}

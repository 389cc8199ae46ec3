import { Field } from '../../ui/index.ts'
import { ColorChoice } from '../calendars/color-choice.tsx'
import { GuestFields } from '../guests/guest-fields.tsx'
import { RuleFields } from '../recurrence/rule-fields.tsx'
import { ReminderFields } from '../reminders/reminder-fields.tsx'
import { mayWrite, nameOf, useCalendars, usePalette } from '../state/calendars.ts'
import { type Draft, problemWith } from './draft.ts'
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

interface MoreProps {
  readonly draft: Draft
  readonly onChange: (draft: Draft) => void
}

/** What few events need. */
function MoreFields({ draft, onChange }: MoreProps) {
  const { data: palette } = usePalette()
  const set = (part: Partial<Draft>) => onChange({ ...draft, ...part })
  return (
    <details className="more">
      <summary>Color, visibility and availability</summary>
      <ColorChoice
        label="Color"
        colors={palette?.event ?? {}}
        chosen={draft.colorId}
        unset="As the calendar"
        onChoose={(colorId) => set({ colorId })}
      />
      <Field label="Meanwhile you are">
        {(control) => (
          <select
            {...control}
            value={draft.transparency}
            onChange={({ target }) => set({ transparency: target.value })}
          >
            <option value="opaque">Busy</option>
            <option value="transparent">Free</option>
          </select>
        )}
      </Field>
      <Field label="Who sees what it is about">
        {(control) => (
          <select
            {...control}
            value={draft.visibility}
            onChange={({ target }) => set({ visibility: target.value })}
          >
            <option value="default">As the calendar says</option>
            <option value="public">Everybody who sees the calendar</option>
            <option value="private">Only those who may change it</option>
            {draft.visibility === 'confidential' && (
              <option value="confidential">Confidential</option>
            )}
          </select>
        )}
      </Field>
    </details>
  )
}

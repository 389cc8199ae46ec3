import { useState } from 'react'
import { isDate } from '../../locale/index.ts'
import { t } from '../../texts/calendar.ts'
import { Field, SelectField } from '../../ui/index.ts'
import { ColorChoice } from '../calendars/color-choice.tsx'
import { GuestFields } from '../guests/guest-fields.tsx'
import { ruleFollowing } from '../recurrence/rule.ts'
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

/** The fields of an event. */
export function EventForm(props: FormProps) {
  const { draft, isTelling, onChange, onTelling, onSubmit } = props
  const { data: calendars = [] } = useCalendars()
  const [{ recurrence: firstRecurrence }] = useState(draft)
  const set = (part: Partial<Draft>) => onChange({ ...draft, ...part })
  // While a date is being typed, the field has none.
  const [startDate, setStartDate] = useState(draft.startDate)
  const setWhen = (next: Draft) => {
    if (isDate(next.startDate)) setStartDate(next.startDate)
    // The rule of an existing series moves once it is known which of its events are meant.
    const isNewRule = draft.recurrence !== firstRecurrence
    const before = { ...draft, startDate }
    onChange(isNewRule ? { ...next, recurrence: ruleFollowing(before, next) } : next)
  }
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
      <Field label={t.title}>
        {(control) => (
          <input
            {...control}
            data-first-focus
            value={draft.summary}
            onChange={({ target }) => set({ summary: target.value })}
          />
        )}
      </Field>
      <WhenFields {...{ draft }} onChange={setWhen} problem={problemWith(draft)} />
      <RuleFields {...{ draft, onChange }} />
      <GuestFields {...{ draft, isTelling, onTelling }} onChange={setWhen} />
      <Field label={t.location}>
        {(control) => (
          <input
            {...control}
            value={draft.location}
            onChange={({ target }) => set({ location: target.value })}
          />
        )}
      </Field>
      <Field label={t.notes}>
        {(control) => (
          <textarea
            {...control}
            rows={3}
            value={draft.description}
            onChange={({ target }) => set({ description: target.value })}
          />
        )}
      </Field>
      <SelectField
        label={t.calendar}
        value={draft.calendarId}
        onValue={(value) => set({ calendarId: value })}
      >
        {calendars.filter(mayWrite).map((entry) => (
          <option key={entry.id} value={entry.id}>
            {nameOf(entry)}
          </option>
        ))}
      </SelectField>
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
      <summary>{t.moreFields}</summary>
      <ColorChoice
        label={t.color}
        colors={palette?.event ?? {}}
        names={t.eventColors}
        chosen={draft.colorId}
        unset={t.calendarColor}
        onChoose={(colorId) => set({ colorId })}
      />
      <SelectField
        label={t.showAs}
        value={draft.transparency}
        onValue={(value) => set({ transparency: value })}
      >
        <option value="opaque">{t.busy}</option>
        <option value="transparent">{t.free}</option>
      </SelectField>
      <SelectField
        label={t.visibility}
        value={draft.visibility}
        onValue={(value) => set({ visibility: value })}
      >
        <option value="default">{t.visibilities.default}</option>
        <option value="public">{t.visibilities.public}</option>
        <option value="private">{t.visibilities.private}</option>
        {draft.visibility === 'confidential' && (
          <option value="confidential">{t.visibilities.confidential}</option>
        )}
      </SelectField>
    </details>
  )
}

import { useState } from 'react'
import { timeZones } from '../../locale/index.ts'
import { t } from '../../texts/calendar.ts'
import { Button, Field, SelectField } from '../../ui/index.ts'
import { ReminderList } from '../reminders/reminder-fields.tsx'
import { mayShare, nameOf, usePalette } from '../state/calendars.ts'
import { patchCalendar, patchEntry } from '../wire/calendars.ts'
import type { CalendarEntry } from '../wire/types.ts'
import { ColorChoice } from './color-choice.tsx'
import { useListChange } from './list-change.ts'

interface SettingsProps {
  readonly entry: CalendarEntry
  readonly onDone: () => void
}

/** Name, color, time zone and reminders. Changes to calendars of others apply to the user alone. */
export function CalendarSettings({ entry, onDone }: SettingsProps) {
  const { data: palette } = usePalette()
  const [name, setName] = useState(nameOf(entry))
  const [colorId, setColorId] = useState(entry.colorId ?? '')
  const [zone, setZone] = useState(entry.timeZone ?? 'UTC')
  const [reminders, setReminders] = useState(entry.defaultReminders ?? [])
  const change = useListChange()
  const isOwn = mayShare(entry)
  const save = async () => {
    const isDone = await change(async () => {
      await saveSettings({ name, zone, colorId, reminders })
      return {
        text: t.calendarSaved(name),
        undo: () =>
          saveSettings({
            name: nameOf(entry),
            zone: entry.timeZone ?? 'UTC',
            colorId: entry.colorId ?? '',
            reminders: entry.defaultReminders ?? [],
          }),
      }
    })
    if (isDone) onDone()
  }
  const saveSettings = async (settings: {
    name: string
    zone: string
    colorId: string
    reminders: typeof reminders
  }) => {
    if (isOwn) await patchCalendar(entry.id, { summary: settings.name, timeZone: settings.zone })
    await patchEntry(entry.id, {
      ...(settings.colorId !== '' && { colorId: settings.colorId }),
      ...(!isOwn && { summaryOverride: settings.name === entry.summary ? null : settings.name }),
      ...(isOwn && entry.summaryOverride !== undefined && { summaryOverride: null }),
      defaultReminders: settings.reminders,
    })
  }
  return (
    <form
      className="stack"
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      <Field label={t.name} hint={isOwn ? undefined : t.nameHint}>
        {(control) => (
          <input
            {...control}
            required
            value={name}
            onChange={({ target }) => setName(target.value)}
          />
        )}
      </Field>
      <ColorChoice
        label={t.color}
        colors={palette?.calendar ?? {}}
        names={t.calendarColors}
        chosen={colorId}
        onChoose={setColorId}
      />
      {isOwn && (
        <SelectField label={t.calendarTimeZone} value={zone} onValue={setZone}>
          {[...new Set([zone, ...timeZones()])].map((each) => (
            <option key={each} value={each}>
              {each.replaceAll('_', ' ')}
            </option>
          ))}
        </SelectField>
      )}
      <fieldset className="reminders">
        <legend>{t.defaultReminders}</legend>
        <ReminderList reminders={reminders} onChange={setReminders} />
      </fieldset>
      <p className="muted">
        {t.calendarId} <code className="address">{entry.id}</code>
      </p>
      <div className="dialog-actions">
        <Button kind="main" type="submit">
          {t.save}
        </Button>
      </div>
    </form>
  )
}

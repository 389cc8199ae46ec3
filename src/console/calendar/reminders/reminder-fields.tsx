import { formatList } from '../../locale/index.ts'
import { t } from '../../texts/calendar.ts'
import { CloseIcon } from '../../ui/icons.tsx'
import { Button } from '../../ui/index.ts'
import type { Reminder } from '../wire/types.ts'
import {
  inMinutes,
  inUnits,
  type ReminderUnit,
  reminderWords,
  unitNames,
} from './reminder-words.ts'

/** More would be refused. */
const remindersMax = 5

interface ReminderFieldsProps {
  /** Undefined follows the calendar. */
  readonly reminders: readonly Reminder[] | undefined
  readonly usual: readonly Reminder[]
  readonly onChange: (reminders: readonly Reminder[] | undefined) => void
}

/** The reminders of an event: those of its calendar, or its own. */
export function ReminderFields({ reminders, usual, onChange }: ReminderFieldsProps) {
  const words = formatList(usual.map(reminderWords)) || t.noReminders
  return (
    <fieldset className="reminders">
      <legend>{t.reminders}</legend>
      <label className="check">
        <input
          type="checkbox"
          checked={reminders === undefined}
          onChange={({ target }) => onChange(target.checked ? undefined : usual)}
        />
        {t.calendarReminders(words)}
      </label>
      {reminders !== undefined && <ReminderList {...{ reminders, onChange }} />}
    </fieldset>
  )
}

interface ReminderListProps {
  readonly reminders: readonly Reminder[]
  readonly onChange: (reminders: readonly Reminder[]) => void
}

/** A list of reminders with controls to change, add and remove them. */
export function ReminderList({ reminders, onChange }: ReminderListProps) {
  const replace = (index: number, reminder: Reminder) =>
    onChange(reminders.map((each, at) => (at === index ? reminder : each)))
  return (
    <>
      {reminders.map((reminder, index) => (
        <ReminderLine
          key={`place ${index}`}
          place={index + 1}
          reminder={reminder}
          onChange={(next) => replace(index, next)}
          onRemove={() => onChange(reminders.filter((_, at) => at !== index))}
        />
      ))}
      {reminders.length < remindersMax && (
        <Button
          kind="quiet"
          onClick={() => onChange([...reminders, { method: 'popup', minutes: 30 }])}
        >
          {t.addReminder}
        </Button>
      )}
    </>
  )
}

interface LineProps {
  readonly place: number
  readonly reminder: Reminder
  readonly onChange: (reminder: Reminder) => void
  readonly onRemove: () => void
}

function ReminderLine({ place, reminder, onChange, onRemove }: LineProps) {
  const { count, unit } = inUnits(reminder.minutes)

  const setTime = (number: number, of: ReminderUnit) =>
    onChange({ ...reminder, minutes: Math.max(0, Math.trunc(number) || 0) * inMinutes(1, of) })
  return (
    <div className="reminder field">
      <select
        aria-label={t.reminderPart.kind(place)}
        value={reminder.method}
        onChange={({ target }) => onChange({ ...reminder, method: target.value })}
      >
        <option value="popup">{t.reminderKinds.popup}</option>
        <option value="email">{t.reminderKinds.email}</option>
      </select>
      <input
        aria-label={t.reminderPart.time(place)}
        type="number"
        min={0}
        value={count}
        onChange={({ target }) => setTime(target.valueAsNumber, unit)}
      />
      <select
        aria-label={t.reminderPart.unit(place)}
        value={unit}
        onChange={({ target }) => setTime(count, target.value as ReminderUnit)}
      >
        {unitNames.map((name) => (
          <option key={name} value={name}>
            {t.reminderUnits[name]}
          </option>
        ))}
      </select>
      <Button
        kind="quiet"
        label={t.removeReminder(place)}
        icon={<CloseIcon />}
        onClick={onRemove}
      />
    </div>
  )
}

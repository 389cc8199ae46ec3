import { useState } from 'react'
import { firstDayOfWeek, isDate } from '../../locale/index.ts'
import { t } from '../../texts/calendar.ts'
import { Field, SelectField } from '../../ui/index.ts'
import type { Draft } from '../event/draft.ts'
import { EndsFields } from './ends-fields.tsx'
import {
  type Frequency,
  isLastOfItsKind,
  type Rule,
  readRule,
  weekdayOf,
  weekdays,
  writeRule,
} from './rule.ts'
import { ordinal, weekdayName, wordsFor } from './words.ts'

interface RuleFieldsProps {
  readonly draft: Draft
  readonly onChange: (draft: Draft) => void
}

/** The recurrence of an event. A rule that the fields cannot express is described and left unchanged. */
export function RuleFields({ draft, onChange }: RuleFieldsProps) {
  const [first] = useState(draft.recurrence)
  const start = startOf(draft)
  const zone = draft.isAllDay ? undefined : draft.zone
  if (start === undefined) return null
  const rule = draft.recurrence.length > 0 ? readRule(draft.recurrence, start, zone) : undefined
  const isUnusual = draft.recurrence.length > 0 && rule === undefined
  const set = (next: Rule) => onChange({ ...draft, recurrence: [writeRule(next, start, zone)] })
  const choose = (value: string) => {
    if (value === '') return onChange({ ...draft, recurrence: [] })
    if (value === 'kept') return onChange({ ...draft, recurrence: first })
    set({
      interval: 1,
      ends: { kind: 'never' },
      monthlyBy: 'date',
      ...rule,
      days: [weekdayOf(start)],
      frequency: value as Frequency,
    })
  }
  const offersFirst = first.length > 0 && readRule(first, start, zone) === undefined
  return (
    <fieldset className="rule">
      <legend className="visually-hidden">{t.repetition}</legend>
      <SelectField
        label={t.repeats}
        hint={rule && wordsFor(draft.recurrence, zone)}
        value={isUnusual ? 'kept' : (rule?.frequency ?? '')}
        onValue={choose}
      >
        <option value="">{t.frequencies.none}</option>
        <option value="DAILY">{t.frequencies.DAILY}</option>
        <option value="WEEKLY">{t.frequencies.WEEKLY}</option>
        <option value="MONTHLY">{t.frequencies.MONTHLY}</option>
        <option value="YEARLY">{t.frequencies.YEARLY}</option>
        {(isUnusual || offersFirst) && (
          <option value="kept">{wordsFor(isUnusual ? draft.recurrence : first, zone)}</option>
        )}
      </SelectField>
      {rule !== undefined && (
        <>
          <Field label={t.everyN[rule.frequency]}>
            {(control) => (
              <input
                {...control}
                type="number"
                min={1}
                max={999}
                value={rule.interval}
                onChange={({ target }) =>
                  set({ ...rule, interval: Math.max(1, Math.trunc(target.valueAsNumber) || 1) })
                }
              />
            )}
          </Field>
          {rule.frequency === 'WEEKLY' && <Days rule={rule} onChange={set} />}
          {rule.frequency === 'MONTHLY' && <MonthlyBy {...{ rule, start }} onChange={set} />}
          <EndsFields {...{ rule, start }} onChange={set} />
        </>
      )}
    </fieldset>
  )
}

function startOf({ startDate }: Draft): Temporal.PlainDate | undefined {
  return isDate(startDate) ? Temporal.PlainDate.from(startDate) : undefined
}

interface PartProps {
  readonly rule: Rule
  readonly onChange: (rule: Rule) => void
}

function Days({ rule, onChange }: PartProps) {
  return (
    <fieldset className="days">
      <legend>{t.repeatOn}</legend>
      {weekdaysInOrder().map((day) => (
        <label key={day}>
          <input
            type="checkbox"
            aria-label={weekdayName(day)}
            checked={rule.days.includes(day)}
            onChange={({ target }) =>
              onChange({
                ...rule,
                days: target.checked
                  ? [...rule.days, day]
                  : rule.days.filter((each) => each !== day),
              })
            }
          />
          <span aria-hidden="true">{weekdayName(day, 'short')}</span>
        </label>
      ))}
    </fieldset>
  )
}

/** The days of the week in the order in which the calendar shows them. */
function weekdaysInOrder() {
  const first = firstDayOfWeek() - 1
  return [...weekdays.slice(first), ...weekdays.slice(0, first)]
}

function MonthlyBy({ rule, start, onChange }: PartProps & { start: Temporal.PlainDate }) {
  const name = weekdayName(weekdayOf(start))
  return (
    <Field label={t.repeatOn}>
      {(control) => (
        <select
          {...control}
          value={rule.monthlyBy}
          onChange={({ target }) =>
            onChange({ ...rule, monthlyBy: target.value as Rule['monthlyBy'] })
          }
        >
          <option value="date">{t.onDayOfMonth(start.day)}</option>
          <option value="weekday">
            {t.onWeekday(ordinal(String(Math.ceil(start.day / 7))), name)}
          </option>
          {isLastOfItsKind(start) && <option value="lastWeekday">{t.onLastWeekday(name)}</option>}
        </select>
      )}
    </Field>
  )
}

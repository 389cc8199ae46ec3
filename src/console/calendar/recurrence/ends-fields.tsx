import { isDate } from '../../locale/index.ts'
import { t } from '../../texts/calendar.ts'
import { Field, SelectField } from '../../ui/index.ts'
import type { Ends, Rule } from './rule.ts'

const countUsual = 10
const countMax = 9999

interface EndsProps {
  readonly rule: Rule
  readonly start: Temporal.PlainDate
  readonly onChange: (rule: Rule) => void
}

/** When a series ends: never, on a day, or after a number of occurrences. */
export function EndsFields({ rule, start, onChange }: EndsProps) {
  const { ends } = rule
  const set = (next: Ends) => onChange({ ...rule, ends: next })
  const choose = (kind: string) => {
    if (kind === 'on') set({ kind, date: start.add({ months: 3 }).toString() })
    else if (kind === 'after') set({ kind, count: countUsual })
    else set({ kind: 'never' })
  }
  return (
    <div className="when-pair">
      <SelectField label={t.ends} value={ends.kind} onValue={choose}>
        <option value="never">{t.never}</option>
        <option value="on">{t.endsOn}</option>
        <option value="after">{t.endsAfter}</option>
      </SelectField>
      {ends.kind === 'on' && (
        <Field label={t.lastDayOfSeries}>
          {(control) => (
            <input
              {...control}
              type="date"
              min={start.toString()}
              value={ends.date}
              onChange={({ target }) => {
                if (isDate(target.value)) set({ kind: 'on', date: target.value })
              }}
            />
          )}
        </Field>
      )}
      {ends.kind === 'after' && (
        <Field label={t.occurrences}>
          {(control) => (
            <input
              {...control}
              type="number"
              min={1}
              max={countMax}
              value={ends.count}
              onChange={({ target }) => {
                const count = Math.trunc(target.valueAsNumber) || 1
                set({ kind: 'after', count: Math.min(countMax, Math.max(1, count)) })
              }}
            />
          )}
        </Field>
      )}
    </div>
  )
}

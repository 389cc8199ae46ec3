import { memo, startTransition, useEffect, useState } from 'react'
import { timeZones } from '../../locale/index.ts'
import { t } from '../../texts/calendar.ts'
import { Field, SelectField } from '../../ui/index.ts'
import { type Draft, startingAt } from './draft.ts'

interface WhenProps {
  readonly draft: Draft
  readonly problem: string | undefined
  readonly onChange: (draft: Draft) => void
}

/** Start and end; the end follows the start. */
export function WhenFields({ draft, problem, onChange }: WhenProps) {
  const set = (part: Partial<Draft>) => onChange({ ...draft, ...part })
  const { isAllDay, startDate, startTime, endDate, endTime } = draft
  return (
    <fieldset className="when">
      <legend className="visually-hidden">{t.when}</legend>
      <label className="check">
        <input
          type="checkbox"
          checked={isAllDay}
          onChange={({ target }) => set({ isAllDay: target.checked })}
        />
        {t.allDay}
      </label>
      <div className="when-pair">
        <Field label={isAllDay ? t.firstDay : t.startDate}>
          {(control) => (
            <input
              {...control}
              type="date"
              value={startDate}
              onChange={({ target }) => onChange(startingAt(draft, target.value, startTime))}
            />
          )}
        </Field>
        {!isAllDay && (
          <Field label={t.startTime}>
            {(control) => (
              <input
                {...control}
                type="time"
                value={startTime}
                onChange={({ target }) => onChange(startingAt(draft, startDate, target.value))}
              />
            )}
          </Field>
        )}
        <Field label={isAllDay ? t.lastDay : t.endDate} problem={problem}>
          {(control) => (
            <input
              {...control}
              type="date"
              value={endDate}
              onChange={({ target }) => set({ endDate: target.value })}
            />
          )}
        </Field>
        {!isAllDay && (
          <Field label={t.endTime}>
            {(control) => (
              <input
                {...control}
                type="time"
                value={endTime}
                onChange={({ target }) => set({ endTime: target.value })}
              />
            )}
          </Field>
        )}
      </div>
      {!isAllDay && (
        <SelectField
          label={t.eventTimeZone}
          value={draft.zone}
          onValue={(value) => set({ zone: value })}
        >
          <ZoneOptions zone={draft.zone} />
        </SelectField>
      )}
    </fieldset>
  )
}

/** Several hundred time zones, all but the current one after the form has appeared. */
const ZoneOptions = memo(function ZoneOptions({ zone }: { zone: string }) {
  const [zones, setZones] = useState<readonly string[]>([])
  useEffect(() => {
    let frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(() => startTransition(() => setZones(timeZones())))
    })
    return () => cancelAnimationFrame(frame)
  }, [])
  return [...new Set([zone, ...zones])].toSorted().map((each) => (
    <option key={each} value={each}>
      {each.replaceAll('_', ' ')}
    </option>
  ))
})

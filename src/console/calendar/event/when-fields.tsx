import { timeZones } from '../../locale/index.ts'
import { Field } from '../../ui/index.ts'
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
      <legend className="visually-hidden">When</legend>
      <label className="check">
        <input
          type="checkbox"
          checked={isAllDay}
          onChange={({ target }) => set({ isAllDay: target.checked })}
        />
        All day
      </label>
      <div className="when-pair">
        <Field label={isAllDay ? 'First day' : 'Start day'}>
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
          <Field label="Start time">
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
        <Field label={isAllDay ? 'Last day' : 'End day'} problem={problem}>
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
          <Field label="End time">
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
        <Field label="Time zone of the event">
          {(control) => (
            <select
              {...control}
              value={draft.zone}
              onChange={({ target }) => set({ zone: target.value })}
            >
              {zonesWith(draft.zone).map((zone) => (
                <option key={zone} value={zone}>
                  {zone.replaceAll('_', ' ')}
                </option>
              ))}
            </select>
          )}
        </Field>
      )}
    </fieldset>
  )
}

const zonesWith = (zone: string): readonly string[] => {
  const zones = timeZones()
  return zones.includes(zone) ? zones : [zone, ...zones]
}

import { isDate } from '../locale/index.ts'
import { Field } from '../ui/index.ts'

interface DayFieldProps {
  readonly label: string
  readonly value: string
  readonly onValue: (value: string) => void
}

/** A required date field. */
export function DayField({ label, value, onValue }: DayFieldProps) {
  return (
    <Field label={label}>
      {(control) => (
        <input
          {...control}
          type="date"
          required
          value={value}
          onChange={(event) => {
            if (isDate(event.target.value)) onValue(event.target.value)
          }}
        />
      )}
    </Field>
  )
}

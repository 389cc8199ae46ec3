import type { ComponentProps, ReactNode } from 'react'
import { Field } from './field.tsx'

interface SelectFieldProps
  extends Omit<ComponentProps<'select'>, 'value' | 'onChange' | 'className'> {
  readonly label: string
  readonly hint?: ReactNode
  readonly value: string | number
  readonly onValue: (value: string) => void
  /** The options. */
  readonly children: ReactNode
}

/** A labeled choice of one option. */
export const SelectField = ({ label, hint, onValue, ...rest }: SelectFieldProps) => (
  <Field label={label} {...(hint === undefined ? {} : { hint })}>
    {(control) => (
      <select {...rest} {...control} onChange={(event) => onValue(event.target.value)} />
    )}
  </Field>
)

import type { ComponentProps, ReactNode } from 'react'
import { Field } from './field.tsx'

interface TextFieldProps extends Omit<ComponentProps<'input'>, 'value' | 'onChange' | 'className'> {
  readonly label: string
  readonly hint?: ReactNode
  readonly problem?: string | undefined
  readonly value: string
  readonly onValue: (value: string) => void
}

/** A labeled text input. */
export function TextField({ label, hint, problem, value, onValue, ...rest }: TextFieldProps) {
  return (
    <Field label={label} problem={problem} {...(hint === undefined ? {} : { hint })}>
      {(control) => (
        <input
          {...rest}
          {...control}
          value={value}
          onChange={(event) => onValue(event.target.value)}
        />
      )}
    </Field>
  )
}

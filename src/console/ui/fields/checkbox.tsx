import type { ComponentProps, ReactNode } from 'react'

interface CheckboxProps extends Omit<ComponentProps<'input'>, 'type' | 'onChange' | 'className'> {
  readonly label: ReactNode
  readonly checked: boolean
  readonly onValue: (isChecked: boolean) => void
}

/** A labeled checkbox. */
export const Checkbox = ({ label, onValue, ...rest }: CheckboxProps) => (
  <label className="choice">
    <input {...rest} type="checkbox" onChange={(event) => onValue(event.target.checked)} />
    {label}
  </label>
)

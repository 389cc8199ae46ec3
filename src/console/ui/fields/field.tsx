import { type ReactNode, useId } from 'react'

/** The props of a control, which connect it to its label, hint and error. */
export interface FieldControl {
  readonly id: string
  readonly 'aria-describedby': string | undefined
  readonly 'aria-invalid': true | undefined
}

interface FieldProps {
  readonly label: string
  readonly hint?: ReactNode
  /** The validation error, which screen readers announce. */
  readonly problem?: string | undefined
  readonly children: (control: FieldControl) => ReactNode
}

/** A labelled control: `<Field label="Title">{(control) => <input {...control} />}</Field>`. */
export function Field({ label, hint, problem, children }: FieldProps) {
  const id = useId()
  const notes = [
    hint === undefined ? '' : `${id}-hint`,
    problem === undefined ? '' : `${id}-problem`,
  ]
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {children({
        id,
        'aria-describedby': notes.filter(Boolean).join(' ') || undefined,
        'aria-invalid': problem === undefined ? undefined : true,
      })}
      {hint !== undefined && (
        <p id={`${id}-hint`} className="field-hint">
          {hint}
        </p>
      )}
      <p id={`${id}-problem`} className="field-problem" role="alert">
        {problem}
      </p>
    </div>
  )
}

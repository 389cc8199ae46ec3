import { type ReactNode, useId } from 'react'

/** What the control inside a field has to carry, so that label, hint and problem belong to it. */
export interface FieldControl {
  readonly id: string
  readonly 'aria-describedby': string | undefined
  readonly 'aria-invalid': true | undefined
}

interface FieldProps {
  readonly label: string
  readonly hint?: ReactNode
  /** What is wrong with what was typed; read aloud when it comes up. */
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

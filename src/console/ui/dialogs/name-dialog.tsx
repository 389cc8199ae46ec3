import { type ReactNode, useState } from 'react'
import { NameField } from '../fields/name-field.tsx'
import { FormDialog } from './form-dialog.tsx'

interface NameDialogProps {
  readonly title: string
  readonly action: string
  readonly hint?: ReactNode
  /** The name so far, if there is one. */
  readonly name?: string
  /** The mutation that takes the name. */
  readonly change: {
    readonly isPending: boolean
    readonly error: Error | null
    mutate(name: string): void
  }
  readonly onClose: () => void
}

/** Creates or renames something by its name alone. */
export function NameDialog({
  title,
  action,
  hint,
  name: before = '',
  change,
  onClose,
}: NameDialogProps) {
  const [name, setName] = useState(before)
  return (
    <FormDialog
      title={title}
      action={action}
      isBusy={change.isPending}
      onSubmit={() => change.mutate(name)}
      onClose={onClose}
    >
      <NameField hint={hint} value={name} onValue={setName} problem={change.error?.message} />
    </FormDialog>
  )
}

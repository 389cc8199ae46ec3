import type { ReactNode } from 'react'
import { t } from '../../texts/shared.ts'
import { TextField } from './text-field.tsx'

interface NameFieldProps {
  readonly hint?: ReactNode
  readonly problem: string | undefined
  readonly value: string
  readonly onValue: (value: string) => void
}

/** The required name of something that the user creates. */
export const NameField = (props: NameFieldProps) => (
  <TextField label={t.name} required maxLength={200} {...props} />
)

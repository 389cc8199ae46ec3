import { t } from '../../texts/admin.ts'
import { Field } from '../../ui/index.ts'
import type { AdminRole } from './users.ts'

interface RoleFieldProps {
  readonly value: AdminRole | undefined
  readonly onValue: (role: AdminRole | undefined) => void
  readonly problem?: string | undefined
}

/** Selects the administrator role of a user. */
export function RoleField({ value, onValue, problem }: RoleFieldProps) {
  return (
    <Field label={t.role} problem={problem}>
      {(control) => (
        <select
          {...control}
          value={value ?? ''}
          onChange={(event) => onValue((event.target.value || undefined) as AdminRole | undefined)}
        >
          <option value="">{t.ordinaryUser}</option>
          {Object.entries(t.roles).map(([role, name]) => (
            <option key={role} value={role}>
              {name}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}

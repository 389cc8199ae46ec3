import { Field } from '../../ui/index.ts'
import { type AdminRole, roleNames } from './users.ts'

interface RoleFieldProps {
  readonly value: AdminRole | undefined
  readonly onValue: (role: AdminRole | undefined) => void
  readonly problem?: string | undefined
}

/** Selects the administrator role of a user. */
export function RoleField({ value, onValue, problem }: RoleFieldProps) {
  return (
    <Field label="Role" problem={problem}>
      {(control) => (
        <select
          {...control}
          value={value ?? ''}
          onChange={(event) => onValue((event.target.value || undefined) as AdminRole | undefined)}
        >
          <option value="">Ordinary user</option>
          {Object.entries(roleNames).map(([role, name]) => (
            <option key={role} value={role}>
              {name}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}

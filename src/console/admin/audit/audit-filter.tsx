import type { CallOptions } from '../../api/index.ts'
import { Field, TextField } from '../../ui/index.ts'

/** The filters of the log. Empty texts do not filter. */
export interface AuditFilter {
  readonly actor: string
  readonly action: string
  readonly object: string
  readonly outcome: string
  /** Minutes in UTC, from a `datetime-local` input. */
  readonly from: string
  readonly to: string
}

export const noFilter: AuditFilter = {
  actor: '',
  action: '',
  object: '',
  outcome: '',
  from: '',
  to: '',
}

/** The query parameters of the filters. */
export function filterQuery(filter: AuditFilter): NonNullable<CallOptions['query']> {
  const { actor, action, object, outcome, from, to } = filter
  return {
    actor: actor.trim() || undefined,
    action: action.trim() || undefined,
    object: object.trim() || undefined,
    outcome: outcome || undefined,
    timeMin: from === '' ? undefined : `${from}:00Z`,
    timeMax: to === '' ? undefined : `${to}:00Z`,
  }
}

const outcomes = [
  ['', 'Any'],
  ['success', 'Success'],
  ['refused', 'Refused'],
  ['failed', 'Failed'],
] as const

interface AuditFilterFormProps {
  readonly filter: AuditFilter
  readonly onFilter: (filter: AuditFilter) => void
}

/** The form to filter the entries that are shown and exported. */
export function AuditFilterForm({ filter, onFilter }: AuditFilterFormProps) {
  const text = (name: keyof AuditFilter) => ({
    value: filter[name],
    onValue: (value: string) => onFilter({ ...filter, [name]: value }),
  })
  return (
    <search className="toolbar">
      <TextField label="Actor" type="search" placeholder="ann@example.com" {...text('actor')} />
      <TextField
        label="Action begins with"
        type="search"
        placeholder="admin.users"
        {...text('action')}
      />
      <TextField
        label="Object begins with"
        type="search"
        placeholder="users/"
        {...text('object')}
      />
      <Field label="Outcome">
        {(control) => (
          <select
            {...control}
            value={filter.outcome}
            onChange={(event) => onFilter({ ...filter, outcome: event.target.value })}
          >
            {outcomes.map(([outcome, name]) => (
              <option key={outcome} value={outcome}>
                {name}
              </option>
            ))}
          </select>
        )}
      </Field>
      <TextField label="From, in UTC" type="datetime-local" {...text('from')} />
      <TextField label="Before, in UTC" type="datetime-local" {...text('to')} />
    </search>
  )
}

import type { CallOptions } from '../../api/index.ts'
import { t } from '../../texts/admin.ts'
import { SelectField, TextField } from '../../ui/index.ts'

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
  ['', t.anyOutcome],
  ['success', t.outcomes.success],
  ['refused', t.outcomes.refused],
  ['failed', t.outcomes.failed],
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
      <TextField label={t.actor} type="search" placeholder="ann@example.com" {...text('actor')} />
      <TextField
        label={t.actionPrefix}
        type="search"
        placeholder="admin.users"
        {...text('action')}
      />
      <TextField label={t.objectPrefix} type="search" placeholder="users/" {...text('object')} />
      <SelectField
        label={t.outcome}
        value={filter.outcome}
        onValue={(value) => onFilter({ ...filter, outcome: value })}
      >
        {outcomes.map(([outcome, name]) => (
          <option key={outcome} value={outcome}>
            {name}
          </option>
        ))}
      </SelectField>
      <TextField label={t.fromUtc} type="datetime-local" {...text('from')} />
      <TextField label={t.beforeUtc} type="datetime-local" {...text('to')} />
    </search>
  )
}

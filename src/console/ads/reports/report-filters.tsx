import { t } from '../../texts/ads.ts'
import { PlusIcon, TrashIcon } from '../../ui/icons.tsx'
import { Button, Field, SelectField } from '../../ui/index.ts'
import { columnName } from './column-names.ts'
import type { ReportFilter } from './report-request.ts'
import { operators, type ReportColumn } from './report-types.ts'

interface ReportFiltersProps {
  readonly columns: readonly ReportColumn[]
  readonly filters: readonly ReportFilter[]
  readonly onFilters: (filters: readonly ReportFilter[]) => void
}

/** The filters of a report. */
export function ReportFilters({ columns, filters, onFilters }: ReportFiltersProps) {
  const filterable = columns.filter(({ isFilterable }) => isFilterable)
  const change = (at: number, part: Partial<ReportFilter>) =>
    onFilters(filters.map((each, index) => (index === at ? { ...each, ...part } : each)))
  return (
    <div className="stack">
      {filters.map((filter, at) => (
        // Filters have no id, so that their position is the key.
        <fieldset key={`filter ${at + 1}`} className="toolbar choices filter">
          <legend className="visually-hidden">{t.filter(at + 1)}</legend>
          <SelectField
            label={t.column}
            value={filter.column}
            onValue={(value) => change(at, { column: value })}
          >
            {filterable.map(({ name }) => (
              <option key={name} value={name}>
                {columnName(name)}
              </option>
            ))}
          </SelectField>
          <SelectField
            label={t.condition}
            value={filter.operator}
            onValue={(value) => change(at, { operator: value })}
          >
            {operators.map((operator) => (
              <option key={operator} value={operator}>
                {t.operators[operator]}
              </option>
            ))}
          </SelectField>
          <Field label={t.values}>
            {(control) => (
              <input
                {...control}
                required
                placeholder={t.valuesPlaceholder}
                value={filter.values}
                onChange={(event) => change(at, { values: event.target.value })}
              />
            )}
          </Field>
          <Button
            kind="quiet"
            icon={<TrashIcon />}
            label={t.removeFilter(at + 1)}
            onClick={() => onFilters(filters.filter((_, index) => index !== at))}
          />
        </fieldset>
      ))}
      <div className="row">
        <Button
          icon={<PlusIcon />}
          disabled={filterable.length === 0}
          onClick={() =>
            onFilters([...filters, { column: filterable[0]!.name, operator: 'equals', values: '' }])
          }
        >
          {t.addFilter}
        </Button>
      </div>
    </div>
  )
}

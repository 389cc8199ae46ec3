import type { FormEvent } from 'react'
import { t } from '../../texts/ads.ts'
import { Button, Checkbox, SelectField } from '../../ui/index.ts'
import { DayField } from '../day-field.tsx'
import type { SavedColumn } from '../saved-columns/saved-columns.ts'
import { ColumnChoice } from './column-choice.tsx'
import { columnName } from './column-names.ts'
import { ReportFilters } from './report-filters.tsx'
import type { ReportOptions } from './report-request.ts'
import type { ReportType } from './report-types.ts'

interface ReportFormProps {
  readonly types: readonly ReportType[]
  readonly savedColumns: readonly SavedColumn[]
  readonly options: ReportOptions
  readonly onOptions: (options: ReportOptions) => void
  readonly isReady: boolean
  readonly isRunning: boolean
  readonly onRun: () => void
  readonly onOrder: () => void
}

/** The form of a report: type, columns, filters and dates. */
export function ReportForm({ types, savedColumns, options, onOptions, ...run }: ReportFormProps) {
  const type = types.find(({ name }) => name === options.type) ?? types[0]!
  const change = (part: Partial<ReportOptions>) => onOptions({ ...options, ...part })
  const chooseType = (name: string) => {
    const next = types.find((each) => each.name === name)!
    const available = new Set(next.columns.map((column) => column.name))
    const kept = options.columns.filter((column) => available.has(column))
    const columns = kept.length > 0 ? kept : (next.keyColumns ?? []).slice(0, 3)
    const filters = options.filters.filter(({ column }) => available.has(column))
    change({ type: name, columns, filters })
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    run.onRun()
  }
  return (
    <form className="form card" aria-label={t.report} onSubmit={submit}>
      <div className="toolbar">
        <SelectField label={t.reportType} value={type.name} onValue={chooseType}>
          {types.map(({ name }) => (
            <option key={name} value={name}>
              {columnName(name)}
            </option>
          ))}
        </SelectField>
        <DayField label={t.from} value={options.start} onValue={(start) => change({ start })} />
        <DayField label={t.to} value={options.end} onValue={(end) => change({ end })} />
        <SelectField
          label={t.facts.currency}
          value={options.currency}
          onValue={(value) => change({ currency: value })}
        >
          {Object.entries(t.currencyOf).map(([value, words]) => (
            <option key={value} value={value}>
              {words}
            </option>
          ))}
        </SelectField>
        <Checkbox
          label={t.includeRemoved}
          checked={options.includesRemoved}
          onValue={(isChecked) => change({ includesRemoved: isChecked })}
        />
      </div>
      <ColumnChoice
        columns={type.columns}
        chosen={options.columns}
        onChosen={(columns) => change({ columns })}
        savedColumns={savedColumns}
        chosenSaved={options.savedColumns}
        onChosenSaved={(names) => change({ savedColumns: names })}
      />
      <ReportFilters
        columns={type.columns}
        filters={options.filters}
        onFilters={(filters) => change({ filters })}
      />
      <div className="row">
        <Button
          kind="main"
          type="submit"
          isBusy={run.isRunning}
          disabled={!run.isReady || options.columns.length === 0}
        >
          {t.run}
        </Button>
        <Button disabled={!run.isReady || options.columns.length === 0} onClick={run.onOrder}>
          {t.writeFile}
        </Button>
      </div>
    </form>
  )
}

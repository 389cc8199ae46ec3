import type { FormEvent } from 'react'
import { t } from '../../texts/ads.ts'
import { Button, Checkbox, SelectField } from '../../ui/index.ts'
import { DayField } from '../day-field.tsx'
import { ColumnChoice } from './column-choice.tsx'
import { columnName } from './column-names.ts'
import { ReportFilters } from './report-filters.tsx'
import type { ReportWish } from './report-request.ts'
import type { ReportType } from './report-types.ts'

interface ReportFormProps {
  readonly types: readonly ReportType[]
  readonly wish: ReportWish
  readonly onWish: (wish: ReportWish) => void
  readonly isReady: boolean
  readonly isRunning: boolean
  readonly onRun: () => void
  readonly onOrder: () => void
}

/** The form of a report: type, columns, filters and dates. */
export function ReportForm({ types, wish, onWish, ...run }: ReportFormProps) {
  const type = types.find(({ name }) => name === wish.type) ?? types[0]!
  const change = (part: Partial<ReportWish>) => onWish({ ...wish, ...part })
  const chooseType = (name: string) => {
    const next = types.find((each) => each.name === name)!
    const known = new Set(next.columns.map((column) => column.name))
    const kept = wish.columns.filter((column) => known.has(column))
    const columns = kept.length > 0 ? kept : (next.keyColumns ?? []).slice(0, 3)
    const filters = wish.filters.filter(({ column }) => known.has(column))
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
        <DayField label={t.from} value={wish.start} onValue={(start) => change({ start })} />
        <DayField label={t.to} value={wish.end} onValue={(end) => change({ end })} />
        <SelectField
          label={t.facts.currency}
          value={wish.currency}
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
          checked={wish.includesRemoved}
          onValue={(isChecked) => change({ includesRemoved: isChecked })}
        />
      </div>
      <ColumnChoice
        columns={type.columns}
        chosen={wish.columns}
        onChosen={(columns) => change({ columns })}
      />
      <ReportFilters
        columns={type.columns}
        filters={wish.filters}
        onFilters={(filters) => change({ filters })}
      />
      <div className="row">
        <Button
          kind="main"
          type="submit"
          isBusy={run.isRunning}
          disabled={!run.isReady || wish.columns.length === 0}
        >
          {t.run}
        </Button>
        <Button disabled={!run.isReady || wish.columns.length === 0} onClick={run.onOrder}>
          {t.writeFile}
        </Button>
      </div>
    </form>
  )
}

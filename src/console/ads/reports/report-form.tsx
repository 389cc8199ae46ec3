import type { FormEvent } from 'react'
import { Button, Field } from '../../ui/index.ts'
import { DayField } from '../day-field.tsx'
import { ColumnChoice } from './column-choice.tsx'
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

const currencies = {
  advertiser: 'Of the advertiser',
  agency: 'Of the agency',
  account: 'Of the account',
  usd: 'US dollars',
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
    <form className="form card" aria-label="Report" onSubmit={submit}>
      <div className="toolbar">
        <Field label="About">
          {(control) => (
            <select
              {...control}
              value={type.name}
              onChange={(event) => chooseType(event.target.value)}
            >
              {types.map(({ name }) => (
                <option key={name}>{name}</option>
              ))}
            </select>
          )}
        </Field>
        <DayField label="From" value={wish.start} onValue={(start) => change({ start })} />
        <DayField label="To" value={wish.end} onValue={(end) => change({ end })} />
        <Field label="Currency">
          {(control) => (
            <select
              {...control}
              value={wish.currency}
              onChange={(event) => change({ currency: event.target.value })}
            >
              {Object.entries(currencies).map(([value, words]) => (
                <option key={value} value={value}>
                  {words}
                </option>
              ))}
            </select>
          )}
        </Field>
        <label className="choice">
          <input
            type="checkbox"
            checked={wish.includesRemoved}
            onChange={(event) => change({ includesRemoved: event.target.checked })}
          />
          Removed ones too
        </label>
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
          Run
        </Button>
        <Button disabled={!run.isReady || wish.columns.length === 0} onClick={run.onOrder}>
          Write a file
        </Button>
      </div>
    </form>
  )
}

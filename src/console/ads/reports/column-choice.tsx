import { useId, useState } from 'react'
import { t } from '../../texts/ads.ts'
import { CloseIcon } from '../../ui/icons.tsx'
import { containsText, TextField } from '../../ui/index.ts'
import { columnName } from './column-names.ts'
import type { ReportColumn } from './report-types.ts'

interface ColumnChoiceProps {
  readonly columns: readonly ReportColumn[]
  readonly chosen: readonly string[]
  readonly onChosen: (names: readonly string[]) => void
}

const groups = [
  ['attribute', t.columnGroups.attribute],
  ['segment', t.columnGroups.segment],
  ['metric', t.columnGroups.metric],
] as const

/** Selects the columns of a report: selected ones in order, others found by name. */
export function ColumnChoice({ columns, chosen, onChosen }: ColumnChoiceProps) {
  const id = useId()
  const [text, setText] = useState('')
  const toggle = (name: string) =>
    onChosen(chosen.includes(name) ? chosen.filter((each) => each !== name) : [...chosen, name])
  return (
    <fieldset className="choices">
      <legend>{t.columnsLabel}</legend>
      <ul className="chips" aria-label={t.selectedColumns}>
        {chosen.map((name) => (
          <li key={name}>
            <button
              type="button"
              className="chip"
              aria-label={t.removeColumn(columnName(name))}
              onClick={() => toggle(name)}
            >
              {columnName(name)}
              <CloseIcon />
            </button>
          </li>
        ))}
      </ul>
      <details>
        <summary>{t.chooseColumns}</summary>
        <div className="stack column-lists">
          <TextField label={t.findColumn} type="search" value={text} onValue={setText} />
          {groups.map(([behaviour, title]) => (
            <fieldset key={behaviour} className="choices">
              <legend>{title}</legend>
              <div className="column-list">
                {columns
                  .filter((one) => one.behaviour === behaviour && matches(one, text))
                  .map(({ name, about }) => (
                    <div key={name} className="column-choice">
                      <label className="choice">
                        <input
                          type="checkbox"
                          aria-describedby={`${id}-${name}`}
                          checked={chosen.includes(name)}
                          onChange={() => toggle(name)}
                        />
                        {columnName(name)}
                      </label>
                      <p id={`${id}-${name}`} className="muted">
                        {about}
                      </p>
                    </div>
                  ))}
              </div>
            </fieldset>
          ))}
        </div>
      </details>
    </fieldset>
  )
}

const matches = ({ name, about = '' }: ReportColumn, typed: string): boolean =>
  containsText(`${name} ${columnName(name)} ${about}`, typed)

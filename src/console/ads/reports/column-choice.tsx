import { useId, useState } from 'react'
import { t } from '../../texts/ads.ts'
import { CloseIcon } from '../../ui/icons.tsx'
import { Checkbox, containsText, TextField } from '../../ui/index.ts'
import { type SavedColumn, typeName } from '../saved-columns/saved-columns.ts'
import { columnName } from './column-names.ts'
import type { ReportColumn } from './report-types.ts'

interface ColumnChoiceProps {
  readonly columns: readonly ReportColumn[]
  readonly chosen: readonly string[]
  readonly onChosen: (names: readonly string[]) => void
  readonly savedColumns: readonly SavedColumn[]
  readonly chosenSaved: readonly string[]
  readonly onChosenSaved: (names: readonly string[]) => void
}

const groups = [
  ['attribute', t.columnGroups.attribute],
  ['segment', t.columnGroups.segment],
  ['metric', t.columnGroups.metric],
] as const

/** Selects the columns of a report: selected ones in order, others found by name. */
export function ColumnChoice(props: ColumnChoiceProps) {
  const { columns, chosen, onChosen, savedColumns, chosenSaved, onChosenSaved } = props
  const id = useId()
  const [text, setText] = useState('')
  const toggle = (name: string) => onChosen(toggled(chosen, name))
  const toggleSaved = (name: string) => onChosenSaved(toggled(chosenSaved, name))
  const found = savedColumns.filter(({ savedColumnName }) => containsText(savedColumnName, text))
  return (
    <fieldset className="choices">
      <legend>{t.columnsLabel}</legend>
      <ul className="chips" aria-label={t.selectedColumns}>
        {chosen.map((name) => (
          <ChosenColumn key={name} name={columnName(name)} onRemove={() => toggle(name)} />
        ))}
        {chosenSaved.map((name) => (
          <ChosenColumn key={`saved ${name}`} name={name} onRemove={() => toggleSaved(name)} />
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
          {savedColumns.length > 0 && (
            <fieldset className="choices">
              <legend>{t.savedColumns}</legend>
              <div className="column-list">
                {found.map(({ savedColumnName: name, type }) => (
                  <div key={name} className="column-choice">
                    <Checkbox
                      label={name}
                      checked={chosenSaved.includes(name)}
                      onValue={() => toggleSaved(name)}
                    />
                    <p className="muted">{typeName(type)}</p>
                  </div>
                ))}
              </div>
            </fieldset>
          )}
        </div>
      </details>
    </fieldset>
  )
}

function ChosenColumn({ name, onRemove }: { name: string; onRemove: () => void }) {
  return (
    <li>
      <button type="button" className="chip" aria-label={t.removeColumn(name)} onClick={onRemove}>
        {name}
        <CloseIcon />
      </button>
    </li>
  )
}

const toggled = (names: readonly string[], name: string): readonly string[] =>
  names.includes(name) ? names.filter((each) => each !== name) : [...names, name]

const matches = ({ name, about = '' }: ReportColumn, typed: string): boolean =>
  containsText(`${name} ${columnName(name)} ${about}`, typed)

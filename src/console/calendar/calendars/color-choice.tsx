import { useId } from 'react'
import { t } from '../../texts/calendar.ts'
import { readableOn } from '../views/readable.ts'

interface ColorChoiceProps {
  readonly label: string
  readonly colors: Readonly<Record<string, { readonly background: string }>>
  readonly names: Readonly<Record<string, string>>
  readonly chosen: string
  /** The label of the default; absent if there is always a selection. */
  readonly unset?: string
  readonly onChoose: (colorId: string) => void
}

/** One color of a palette. */
export function ColorChoice(props: ColorChoiceProps) {
  const { label, colors, names, chosen, unset, onChoose } = props
  const name = useId()
  return (
    <fieldset className="colors">
      <legend>{label}</legend>
      {unset !== undefined && (
        <label className="color-unset">
          <input type="radio" name={name} checked={chosen === ''} onChange={() => onChoose('')} />
          {unset}
        </label>
      )}
      <div className="color-row">
        {Object.entries(colors).map(([id, { background }]) => (
          <input
            key={id}
            type="radio"
            name={name}
            aria-label={names[id] ?? t.colorNamed(id, background)}
            title={names[id]}
            checked={chosen === id}
            style={{ '--calendar': background, '--tick': readableOn(background) } as object}
            onChange={() => onChoose(id)}
          />
        ))}
      </div>
    </fieldset>
  )
}

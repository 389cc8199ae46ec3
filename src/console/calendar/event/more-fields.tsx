import { Field } from '../../ui/index.ts'
import { ColorChoice } from '../calendars/color-choice.tsx'
import { usePalette } from '../state/calendars.ts'
import type { Draft } from './draft.ts'

interface MoreProps {
  readonly draft: Draft
  readonly onChange: (draft: Draft) => void
}

/** What few events need. */
export function MoreFields({ draft, onChange }: MoreProps) {
  const { data: palette } = usePalette()
  const set = (part: Partial<Draft>) => onChange({ ...draft, ...part })
  return (
    <details className="more">
      <summary>Colour, visibility and availability</summary>
      <ColorChoice
        label="Colour"
        colors={palette?.event ?? {}}
        chosen={draft.colorId}
        unset="As the calendar"
        onChoose={(colorId) => set({ colorId })}
      />
      <Field label="Meanwhile you are">
        {(control) => (
          <select
            {...control}
            value={draft.transparency}
            onChange={({ target }) => set({ transparency: target.value })}
          >
            <option value="opaque">Busy</option>
            <option value="transparent">Free</option>
          </select>
        )}
      </Field>
      <Field label="Who sees what it is about">
        {(control) => (
          <select
            {...control}
            value={draft.visibility}
            onChange={({ target }) => set({ visibility: target.value })}
          >
            <option value="default">As the calendar says</option>
            <option value="public">Everybody who sees the calendar</option>
            <option value="private">Only those who may change it</option>
            {draft.visibility === 'confidential' && (
              <option value="confidential">Confidential</option>
            )}
          </select>
        )}
      </Field>
    </details>
  )
}

import { type KeyboardEvent, useId, useState } from 'react'
import { t } from '../../texts/calendar.ts'
import type { FieldControl } from '../../ui/fields/field.tsx'
import { type DirectoryEntry, useDirectory } from './directory.ts'
import './people.css'

interface PeopleInputProps {
  readonly control: FieldControl
  readonly value: string
  /** Which entries are offered; all unless given. */
  readonly offers?: (entry: DirectoryEntry) => boolean
  readonly onValue: (value: string) => void
  readonly onPick: (entry: DirectoryEntry) => void
  /** Enter was pressed and no entry is selected. */
  readonly onEnter?: () => void
  readonly onBlur?: () => void
  readonly isRequired?: boolean
}

/** An input for an address, which suggests people, groups and rooms of the directory. */
export function PeopleInput(props: PeopleInputProps) {
  const { control, value, offers = () => true, onValue, onPick, onEnter, onBlur } = props
  const listId = useId()
  const [isOpen, setOpen] = useState(false)
  const [active, setActive] = useState(-1)
  // The last of several addresses is the one that is being typed.
  const typed = value.slice(value.search(/[^\s,;]*$/))
  const found = useDirectory(isOpen ? typed : '').filter(offers)
  const isShown = isOpen && found.length > 0
  const close = () => {
    setOpen(false)
    setActive(-1)
  }
  const pick = (entry: DirectoryEntry) => {
    close()
    onPick(entry)
  }
  const press = (event: KeyboardEvent) => {
    const chosen = isShown
      ? (found[active] ?? (typed.includes('@') ? undefined : found[0]))
      : undefined
    if (event.key === 'Enter') {
      if (chosen !== undefined) {
        event.preventDefault()
        pick(chosen)
      } else if (onEnter !== undefined && value.trim() !== '') {
        event.preventDefault()
        onEnter()
      }
    } else if (event.key === 'Escape' && isShown) {
      // Only the suggestions close, and the dialog stays.
      event.preventDefault()
      event.stopPropagation()
      close()
    } else if (isShown && (event.key === 'ArrowDown' || event.key === 'ArrowUp')) {
      event.preventDefault()
      const step = event.key === 'ArrowDown' ? 1 : -1
      setActive((active + step + found.length) % found.length)
    }
  }
  return (
    <div className="people-input">
      <input
        {...control}
        type="text"
        inputMode="email"
        autoComplete="off"
        required={props.isRequired}
        role="combobox"
        aria-expanded={isShown}
        aria-controls={listId}
        aria-autocomplete="list"
        aria-activedescendant={isShown && active >= 0 ? `${listId}-${active}` : undefined}
        value={value}
        onChange={({ target }) => {
          setOpen(true)
          setActive(-1)
          onValue(target.value)
        }}
        onKeyDown={press}
        onBlur={() => {
          close()
          onBlur?.()
        }}
      />
      <div id={listId} role="listbox" aria-label={t.suggestions} hidden={!isShown}>
        {isShown &&
          found.map((entry, index) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the input handles the keys of its list
            // biome-ignore lint/a11y/useFocusableInteractive: the input keeps the focus
            <div
              key={entry.email}
              id={`${listId}-${index}`}
              role="option"
              aria-selected={index === active}
              onPointerDown={(event) => event.preventDefault()}
              onClick={() => pick(entry)}
            >
              <bdi>{entry.name}</bdi>
              <span className="muted">
                {entry.type === 'person' ? entry.email : t.entryTypes[entry.type]}
                {entry.location !== undefined && ` · ${entry.location}`}
              </span>
            </div>
          ))}
      </div>
    </div>
  )
}

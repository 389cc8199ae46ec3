import {
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'

export interface MenuItem {
  readonly label: string
  readonly onSelect: () => void
  readonly icon?: ReactNode
  readonly isAlarm?: boolean
  /** Whether the item is selected, for radio items. */
  readonly isChecked?: boolean
  /** Whether a separator precedes it. */
  readonly isAfterLine?: boolean
}

interface MenuProps {
  /** The accessible name of the button. */
  readonly label: string
  readonly button: ReactNode
  readonly items: readonly MenuItem[]
  readonly header?: ReactNode
  readonly className?: string
  /** The side of the button on which the menu opens. */
  readonly place?: 'above' | 'below'
}

/** A menu button. Arrows move; Escape and a click outside close the menu. */
export function Menu({
  label,
  button,
  items,
  header,
  className = 'button quiet',
  place = 'above',
}: MenuProps) {
  const [isOpen, setOpen] = useState(false)
  const root = useRef<HTMLDivElement>(null)
  const opener = useRef<HTMLButtonElement>(null)
  const id = useId()

  useEffect(() => {
    if (!isOpen) return
    entriesIn(root.current)[0]?.focus()
    const closeOutside = (event: PointerEvent) => {
      if (!root.current?.contains(event.target as Node)) setOpen(false)
    }
    document.addEventListener('pointerdown', closeOutside)
    return () => document.removeEventListener('pointerdown', closeOutside)
  }, [isOpen])

  useLayoutEffect(() => {
    const panel = root.current?.querySelector<HTMLElement>('.menu-panel')
    if (isOpen && place === 'below' && panel) putBelow(panel, opener.current!)
  }, [isOpen, place])

  const close = () => {
    setOpen(false)
    opener.current?.focus()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (!isOpen) return
    if (event.key === 'Escape') close()
    else if (event.key === 'Tab') return setOpen(false)
    else if (!moveFocus(entriesIn(root.current), event.key)) return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys of the button and the list alike.
    <div className={`menu ${place}`} ref={root} onKeyDown={onKeyDown}>
      <button
        ref={opener}
        type="button"
        className={className}
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={() => setOpen(!isOpen)}
      >
        {button}
      </button>
      {isOpen && (
        <div className="menu-panel">
          {header}
          <div id={id} role="menu" aria-label={label}>
            {items.map((item) => (
              <button
                key={item.label}
                type="button"
                {...roleOf(item)}
                tabIndex={-1}
                className={menuClass(item)}
                onClick={() => {
                  close()
                  item.onSelect()
                }}
              >
                {item.icon}
                {item.label}
              </button>
            ))}
          </div>
        </div>
      )}
    </div>
  )
}

const gapPx = 6
const marginPx = 8

/**
 * Positions the menu over everything and within the window, because ancestors of the button may clip or
 * scroll it.
 */
function putBelow(panel: HTMLElement, opener: HTMLElement): void {
  const { bottom, right } = opener.getBoundingClientRect()
  const { offsetWidth: width, offsetHeight: height } = panel
  const left = Math.max(marginPx, Math.min(right - width, innerWidth - width - marginPx))
  const top = Math.max(marginPx, Math.min(bottom + gapPx, innerHeight - height - marginPx))
  panel.style.left = `${left}px`
  panel.style.top = `${top}px`
}

const roleOf = ({ isChecked }: MenuItem) =>
  isChecked === undefined
    ? { role: 'menuitem' }
    : { role: 'menuitemradio', 'aria-checked': isChecked }

const menuClass = ({ isAlarm, isAfterLine }: MenuItem) =>
  ['menu-item', isAlarm ? 'alarm' : '', isAfterLine ? 'after-line' : ''].filter(Boolean).join(' ')

const entriesIn = (root: HTMLElement | null): HTMLElement[] => [
  ...(root?.querySelectorAll<HTMLElement>('[role^=menuitem]') ?? []),
]

/** Moves the focus, and returns whether the key is a navigation key. */
function moveFocus(entries: readonly HTMLElement[], key: string): boolean {
  const at = entries.indexOf(document.activeElement as HTMLElement)
  const last = entries.length - 1
  const next = {
    ArrowDown: at === last ? 0 : at + 1,
    ArrowUp: at <= 0 ? last : at - 1,
    Home: 0,
    End: last,
  }[key]
  if (next === undefined) return false
  entries[next]?.focus()
  return true
}

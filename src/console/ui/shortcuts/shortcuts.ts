import { useEffect, useEffectEvent } from 'react'

export interface Shortcut {
  /** A sequence of keys, as in `KeyboardEvent.key`: `g c`, `?`, `ArrowLeft`. */
  readonly keys: string
  /** The description in the help. */
  readonly label: string
  /** The group in the help. */
  readonly group: string
  readonly run: () => void
}

const sequenceMs = 1_000

let shortcuts: readonly Shortcut[] = []
const listeners = new Set<() => void>()

function change(next: readonly Shortcut[]): void {
  shortcuts = next
  for (const listener of listeners) listener()
}

export const registry = {
  list: () => shortcuts,
  subscribe: (listener: () => void) => {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  },
}

/** Registers a shortcut while the component is mounted. */
export function useShortcut({ keys, label, group, run }: Shortcut): void {
  const latest = useEffectEvent(run)
  useEffect(() => {
    const offered: Shortcut = { keys, label, group, run: () => latest() }
    change([...shortcuts, offered])
    return () => change(shortcuts.filter((each) => each !== offered))
  }, [keys, label, group])
}

/** Listens to keys on the whole page, except in fields and open dialogs. */
export function listenForShortcuts(): () => void {
  let pressed: string[] = []
  let lastMs = 0
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return
    if (isTyping(event.target) || document.querySelector('dialog[open]') !== null) return
    if (event.timeStamp - lastMs > sequenceMs) pressed = []
    lastMs = event.timeStamp
    pressed = [...pressed, event.key].slice(-2)
    const found = shortcutFor(shortcuts, pressed)
    if (found === undefined) return
    pressed = []
    event.preventDefault()
    found.run()
  }
  document.addEventListener('keydown', onKeyDown)
  return () => document.removeEventListener('keydown', onKeyDown)
}

/**
 * The shortcut for the pressed keys: sequences have precedence over single keys, and later shortcuts over
 * earlier ones.
 */
export function shortcutFor(
  offered: readonly Shortcut[],
  pressed: readonly string[],
): Shortcut | undefined {
  const meaning = (keys: string) => offered.findLast((each) => each.keys === keys)
  const last = pressed.at(-1) ?? ''
  const isBegun =
    pressed.length > 1 && offered.some(({ keys }) => keys.startsWith(`${pressed[0]} `))
  return meaning(pressed.join(' ')) ?? (isBegun ? undefined : meaning(last))
}

function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  if (target.isContentEditable || target instanceof HTMLTextAreaElement) return true
  if (target instanceof HTMLSelectElement) return true
  return (
    target instanceof HTMLInputElement && !['checkbox', 'radio', 'button'].includes(target.type)
  )
}

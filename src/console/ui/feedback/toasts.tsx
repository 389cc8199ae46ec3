import { useEffect, useRef, useSyncExternalStore } from 'react'
import { Button } from '../button.tsx'
import { CloseIcon } from '../icons.tsx'

export interface Toast {
  readonly text: string
  /** Takes back what the toast tells of. */
  readonly undo?: () => void
  readonly isProblem?: boolean
}

interface ShownToast extends Toast {
  readonly id: number
}

const shownMs = 8_000
const toastsMax = 3

let toasts: readonly ShownToast[] = []
let lastId = 0
const listeners = new Set<() => void>()

function show(next: readonly ShownToast[]): void {
  toasts = next
  for (const listener of listeners) listener()
}

/** Tells of something that has happened, for a while; what can be undone offers it. */
export function toast(wanted: Toast): void {
  const id = ++lastId
  show([...toasts, { ...wanted, id }].slice(-toastsMax))
  setTimeout(() => dismiss(id), shownMs)
}

const dismiss = (id: number) => show(toasts.filter((each) => each.id !== id))

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Where toasts come up; they are read aloud when the reader pauses. */
export function Toasts() {
  const shown = useSyncExternalStore(subscribe, () => toasts)
  const place = useRef<HTMLDivElement>(null)
  // What comes up last lies above any dialog that is open.
  useEffect(() => {
    if (shown.length === 0) return
    place.current?.hidePopover()
    place.current?.showPopover()
  }, [shown])
  return (
    <div ref={place} popover="manual" className="toasts" role="status" aria-live="polite">
      {shown.map(({ id, text, undo, isProblem }) => (
        <div key={id} className={isProblem ? 'toast alarm' : 'toast'}>
          <span>{text}</span>
          {undo !== undefined && (
            <Button
              kind="quiet"
              onClick={() => {
                dismiss(id)
                undo()
              }}
            >
              Undo
            </Button>
          )}
          <Button kind="quiet" label="Dismiss" icon={<CloseIcon />} onClick={() => dismiss(id)} />
        </div>
      ))}
    </div>
  )
}

import { useEffect, useRef, useSyncExternalStore } from 'react'
import { t } from '../../texts/shared.ts'
import { Button } from '../button.tsx'
import { CloseIcon } from '../icons.tsx'

export interface Toast {
  readonly text: string
  /** Undoes the reported action. */
  readonly undo?: () => void
  readonly isProblem?: boolean
  /** Shows what the message is about. */
  readonly show?: () => void
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

/** Shows a message for a while, with an undo button if possible. */
export function toast(content: Toast): void {
  const id = ++lastId
  show([...toasts, { ...content, id }].slice(-toastsMax))
  setTimeout(() => dismiss(id), shownMs)
}

const dismiss = (id: number) => show(toasts.filter((each) => each.id !== id))

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** The container of toasts, which screen readers announce politely. */
export function Toasts() {
  const shown = useSyncExternalStore(subscribe, () => toasts)
  const place = useRef<HTMLDivElement>(null)
  // The last element in the top layer is above all open dialogs.
  useEffect(() => {
    if (shown.length === 0) return
    place.current?.hidePopover()
    place.current?.showPopover()
  }, [shown])
  return (
    <div ref={place} popover="manual" className="toasts" role="status" aria-live="polite">
      {shown.map(({ id, text, undo, show: onShow, isProblem }) => (
        <div key={id} className={isProblem ? 'toast alarm' : 'toast'}>
          <span>{text}</span>
          {onShow !== undefined && (
            <Button
              kind="quiet"
              onClick={() => {
                dismiss(id)
                onShow()
              }}
            >
              {t.show}
            </Button>
          )}
          {undo !== undefined && (
            <Button
              kind="quiet"
              onClick={() => {
                dismiss(id)
                undo()
              }}
            >
              {t.undo}
            </Button>
          )}
          <Button kind="quiet" label={t.dismiss} icon={<CloseIcon />} onClick={() => dismiss(id)} />
        </div>
      ))}
    </div>
  )
}

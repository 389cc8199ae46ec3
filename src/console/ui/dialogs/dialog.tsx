import { type ReactNode, useEffect, useId, useRef } from 'react'
import { t } from '../../texts/shared.ts'
import { Button } from '../button.tsx'
import { CloseIcon } from '../icons.tsx'

interface DialogProps {
  readonly title: string
  readonly isOpen: boolean
  /** Called for the close button, Escape and a press outside. */
  readonly onClose: () => void
  readonly children: ReactNode
  /** Buttons at the end. */
  readonly actions?: ReactNode
  readonly size?: 'small' | 'wide'
  /** The point of the window beside which the dialog opens; by default in the middle. */
  readonly anchor?: { readonly x: number; readonly y: number } | undefined
}

/**
 * A native dialog, which traps the focus and restores it. The element with `data-first-focus` gets the focus
 * first.
 */
export function Dialog(props: DialogProps) {
  const { title, isOpen, onClose, children, actions, size = 'small', anchor } = props
  const dialog = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  const isPressedOutside = useRef(false)
  useEffect(() => {
    const element = dialog.current
    if (!isOpen || element === null) return
    const before = document.activeElement
    element.showModal()
    if (anchor !== undefined) putBeside(element, anchor)
    element.querySelector<HTMLElement>('[data-first-focus]')?.focus()
    return () => {
      element.close()
      // The browser restores the focus only if the dialog is still on the page.
      if (before instanceof HTMLElement && before.isConnected) before.focus()
    }
  }, [isOpen, anchor])
  if (!isOpen) return null
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape does the same with the keyboard.
    <dialog
      ref={dialog}
      className={anchor === undefined ? `dialog ${size}` : `dialog ${size} anchored`}
      aria-labelledby={titleId}
      onCancel={(event) => {
        // A nested dialog handles its own cancellation.
        if (event.target !== dialog.current) return
        event.preventDefault()
        onClose()
      }}
      onPointerDown={(event) => {
        isPressedOutside.current = event.target === dialog.current
      }}
      onClick={(event) => {
        // A drag that ends outside, such as a text selection, does not close the dialog.
        if (event.target === dialog.current && isPressedOutside.current) onClose()
      }}
    >
      <div className="dialog-body">
        <header className="dialog-head">
          <h2 id={titleId}>{title}</h2>
          <Button kind="quiet" label={t.close} icon={<CloseIcon />} onClick={onClose} />
        </header>
        <div className="dialog-content">{children}</div>
        {actions !== undefined && <footer className="dialog-actions">{actions}</footer>}
      </div>
    </dialog>
  )
}

const gapPx = 12
const marginPx = 8
const phone = '(width < 45rem)'

/** Positions a dialog beside a point and within the window. On a phone it stays in the middle. */
function putBeside(
  dialog: HTMLElement,
  { x, y }: { readonly x: number; readonly y: number },
): void {
  if (matchMedia(phone).matches) return
  const { offsetWidth: width, offsetHeight: height } = dialog
  const fitsRight = x + gapPx + width + marginPx <= innerWidth
  const left = fitsRight ? x + gapPx : Math.max(marginPx, x - gapPx - width)
  const top = Math.min(y - height / 3, innerHeight - height - marginPx)
  Object.assign(dialog.style, {
    margin: '0',
    left: `${left}px`,
    top: `${Math.max(marginPx, top)}px`,
  })
}

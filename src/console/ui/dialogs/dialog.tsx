import { type ReactNode, useEffect, useId, useRef } from 'react'
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
}

/**
 * A dialog of the browser's own: it keeps the focus inside and gives it back at the end. What carries
 * `data-first-focus` is where the person begins.
 */
export function Dialog({ title, isOpen, onClose, children, actions, size = 'small' }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  const isPressedOutside = useRef(false)
  useEffect(() => {
    const element = dialog.current
    if (!isOpen || element === null) return
    const before = document.activeElement
    element.showModal()
    element.querySelector<HTMLElement>('[data-first-focus]')?.focus()
    return () => {
      element.close()
      // The browser gives the focus back only where the dialog is still on the page.
      if (before instanceof HTMLElement && before.isConnected) before.focus()
    }
  }, [isOpen])
  if (!isOpen) return null
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape does the same with the keyboard.
    <dialog
      ref={dialog}
      className={`dialog ${size}`}
      aria-labelledby={titleId}
      onCancel={(event) => {
        // A dialog within this one is cancelled by itself.
        if (event.target !== dialog.current) return
        event.preventDefault()
        onClose()
      }}
      onPointerDown={(event) => {
        isPressedOutside.current = event.target === dialog.current
      }}
      onClick={(event) => {
        // What is dragged out of the dialog, such as a selection of text, was not meant for the outside.
        if (event.target === dialog.current && isPressedOutside.current) onClose()
      }}
    >
      <div className="dialog-body">
        <header className="dialog-head">
          <h2 id={titleId}>{title}</h2>
          <Button kind="quiet" label="Close" icon={<CloseIcon />} onClick={onClose} />
        </header>
        <div className="dialog-content">{children}</div>
        {actions !== undefined && <footer className="dialog-actions">{actions}</footer>}
      </div>
    </dialog>
  )
}

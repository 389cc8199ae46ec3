import { type ReactNode, useEffect, useId, useRef } from 'react'
import { Button } from './button.tsx'
import { CloseIcon } from './icons.tsx'

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
  useEffect(() => {
    const element = dialog.current
    if (!isOpen || element === null) return
    element.showModal()
    element.querySelector<HTMLElement>('[data-first-focus]')?.focus()
    return () => element.close()
  }, [isOpen])
  if (!isOpen) return null
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape does the same with the keyboard.
    <dialog
      ref={dialog}
      className={`dialog ${size}`}
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      onClick={(event) => {
        if (event.target === dialog.current) onClose()
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

import type { ComponentProps, ReactNode } from 'react'
import { Spinner } from './feedback/spinner.tsx'

interface ButtonProps extends Omit<ComponentProps<'button'>, 'className'> {
  /** `main` is the one thing to do here; `quiet` has no edge; `alarm` cannot be taken back. */
  readonly kind?: 'plain' | 'main' | 'quiet' | 'alarm'
  /** Keeps it from being pressed again while something is under way. */
  readonly isBusy?: boolean
  readonly icon?: ReactNode
  /** What an icon without words means. */
  readonly label?: string
}

export function Button({
  kind = 'plain',
  isBusy = false,
  icon,
  label,
  children,
  type = 'button',
  ...rest
}: ButtonProps) {
  const shape = children === undefined ? 'button icon-only' : 'button'
  return (
    <button
      {...rest}
      type={type}
      className={`${shape} ${kind}`}
      aria-label={label ?? rest['aria-label']}
      title={label}
      aria-busy={isBusy || undefined}
      disabled={rest.disabled || isBusy}
    >
      {isBusy ? <Spinner /> : icon}
      {children}
    </button>
  )
}

import type { ComponentProps, ReactNode } from 'react'
import { Spinner } from './feedback/spinner.tsx'

interface ButtonProps extends Omit<ComponentProps<'button'>, 'className'> {
  /** `main` is the primary action, `quiet` has no border, `alarm` is destructive. */
  readonly kind?: 'plain' | 'main' | 'quiet' | 'alarm'
  /** Disables the button while its action is running. */
  readonly isBusy?: boolean
  readonly icon?: ReactNode
  /** The accessible name of an icon button. */
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

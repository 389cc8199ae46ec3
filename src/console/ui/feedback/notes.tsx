import type { ReactNode } from 'react'
import { Button } from '../button.tsx'

interface EmptyStateProps {
  readonly title: string
  readonly children?: ReactNode
  /** What to do about it. */
  readonly action?: ReactNode
}

/** Stands where a list would, when there is nothing in it. */
export function EmptyState({ title, children, action }: EmptyStateProps) {
  return (
    <div className="empty">
      <p className="empty-title">{title}</p>
      {children !== undefined && <p className="muted">{children}</p>}
      {action}
    </div>
  )
}

/** What went wrong, and a way to try again. */
export function ErrorNote({
  error,
  onRetry,
}: {
  error: unknown
  onRetry?: (() => void) | undefined
}) {
  return (
    <div className="note" role="alert">
      <p>{error instanceof Error ? error.message : 'Something went wrong.'}</p>
      {onRetry !== undefined && <Button onClick={onRetry}>Try again</Button>}
    </div>
  )
}

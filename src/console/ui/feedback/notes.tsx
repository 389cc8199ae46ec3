import type { ReactNode } from 'react'
import { t } from '../../texts/shared.ts'
import { Button } from '../button.tsx'

interface EmptyStateProps {
  readonly title: string
  readonly children?: ReactNode
  /** A button to solve it. */
  readonly action?: ReactNode
}

/** Replaces an empty list. */
export function EmptyState({ title, children, action }: EmptyStateProps) {
  return (
    <div className="empty">
      <p className="empty-title">{title}</p>
      {children !== undefined && <p className="muted">{children}</p>}
      {action}
    </div>
  )
}

/** An error with a retry button. */
export function ErrorNote({
  error,
  onRetry,
}: {
  error: unknown
  onRetry?: (() => void) | undefined
}) {
  return (
    <div className="note" role="alert">
      <p>{error instanceof Error ? error.message : t.somethingWentWrong}</p>
      {onRetry !== undefined && <Button onClick={onRetry}>{t.tryAgain}</Button>}
    </div>
  )
}

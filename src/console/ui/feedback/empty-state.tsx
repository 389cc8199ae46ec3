import { lazy, type ReactNode, Suspense } from 'react'
import './empty-state.css'

/** Most pages are not empty, so pictures are loaded on demand. */
const Illustration = lazy(async () => ({
  default: (await import('./illustrations.tsx')).Illustration,
}))

interface EmptyStateProps {
  readonly title: string
  readonly children?: ReactNode
  /** A button to solve it. */
  readonly action?: ReactNode
}

/** Replaces an empty list, with a picture of the area of the page. */
export function EmptyState({ title, children, action }: EmptyStateProps) {
  const [, area = ''] = location.pathname.split('/')
  return (
    <div className="empty">
      <svg className="empty-picture" viewBox="0 0 140 112" aria-hidden="true">
        <ellipse className="ground" cx="70" cy="100" rx="62" ry="8" />
        <Suspense>
          <Illustration area={area} />
        </Suspense>
      </svg>
      <p className="empty-title">{title}</p>
      {children !== undefined && <p className="muted">{children}</p>}
      {action}
    </div>
  )
}

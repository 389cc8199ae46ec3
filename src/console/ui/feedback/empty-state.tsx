import type { ReactNode } from 'react'
import {
  AdminIcon,
  AdsIcon,
  BooksIcon,
  CalendarIcon,
  DevelopersIcon,
  SearchIcon,
} from '../icons.tsx'
import './empty-state.css'

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
      <span className="empty-picture">{pictureOf(location.pathname)}</span>
      <p className="empty-title">{title}</p>
      {children !== undefined && <p className="muted">{children}</p>}
      {action}
    </div>
  )
}

/** The icon of the area of a page. */
function pictureOf(path: string): ReactNode {
  const Icon = pictures[path.split('/')[1] as keyof typeof pictures] ?? SearchIcon
  return <Icon />
}

const pictures = {
  calendar: CalendarIcon,
  books: BooksIcon,
  ads: AdsIcon,
  developers: DevelopersIcon,
  admin: AdminIcon,
}

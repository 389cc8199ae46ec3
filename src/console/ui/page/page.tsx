import type { ReactNode } from 'react'
import { usePageTitle } from './page-title.ts'

interface PageProps {
  readonly title: string
  /** Buttons beside the heading. */
  readonly actions?: ReactNode
  readonly children: ReactNode
}

/** A page with its heading, which is also the document title. */
export function Page({ title, actions, children }: PageProps) {
  usePageTitle(title)
  return (
    <div className="page">
      <header className="page-head">
        <h1 tabIndex={-1}>{title}</h1>
        {actions !== undefined && <div className="page-actions">{actions}</div>}
      </header>
      {children}
    </div>
  )
}

import type { ReactNode } from 'react'
import { Page } from '../ui/index.ts'
import { AdminNavigation } from './admin-navigation.tsx'

interface AdminPageProps {
  readonly title: string
  readonly actions?: ReactNode
  readonly children: ReactNode
}

/** A page of the administration, below the way to the others. */
export const AdminPage = ({ title, actions, children }: AdminPageProps) => (
  <Page title={title} actions={actions}>
    <AdminNavigation />
    {children}
  </Page>
)

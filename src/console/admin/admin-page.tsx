import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { profile, readsAudit } from '../api/profile.ts'
import { Page, SubNavigation } from '../ui/index.ts'
import './admin.css'

interface AdminPageProps {
  readonly title: string
  readonly actions?: ReactNode
  readonly children: ReactNode
}

/** A page of the administration, below its navigation. */
export const AdminPage = ({ title, actions, children }: AdminPageProps) => (
  <Page title={title} actions={actions}>
    <AdminNavigation />
    {children}
  </Page>
)

/** The navigation of the administration. The audit log is shown to those who may read it. */
function AdminNavigation() {
  const { data } = useQuery(profile)
  const hasAudit = data !== undefined && readsAudit(data)
  return (
    <SubNavigation
      label="Administration"
      pages={[
        { to: '/admin', name: 'Health', isExact: true },
        { to: '/admin/users', name: 'Users' },
        { to: '/admin/groups', name: 'Groups' },
        { to: '/admin/domains', name: 'Domains' },
        { to: '/admin/rooms', name: 'Rooms' },
        { to: '/admin/jobs', name: 'Jobs' },
        ...(hasAudit ? [{ to: '/admin/audit', name: 'Audit log' } as const] : []),
      ]}
    />
  )
}

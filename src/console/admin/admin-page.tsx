import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { profile, readsAudit } from '../api/profile.ts'
import { Page, SubNavigation } from '../ui/index.ts'
import './admin.css'
import { t } from '../texts/admin.ts'

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
      label={t.administration}
      pages={[
        { to: '/admin', name: t.health, isExact: true },
        { to: '/admin/users', name: t.users },
        { to: '/admin/groups', name: t.groups },
        { to: '/admin/domains', name: t.domains },
        { to: '/admin/rooms', name: t.rooms },
        { to: '/admin/jobs', name: t.jobs },
        ...(hasAudit ? [{ to: '/admin/audit', name: t.auditLog } as const] : []),
      ]}
    />
  )
}

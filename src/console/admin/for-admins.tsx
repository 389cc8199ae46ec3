import { Outlet } from '@tanstack/react-router'
import { usePerson } from '../session/use-session.ts'
import { t } from '../texts/admin.ts'
import { Page } from '../ui/index.ts'

/** Shows the administration to administrators, and a message to others without any request. */
export function ForAdmins() {
  const { isAdmin } = usePerson()
  if (isAdmin) return <Outlet />
  return (
    <Page title={t.administration}>
      <p>{t.adminsOnly}</p>
    </Page>
  )
}

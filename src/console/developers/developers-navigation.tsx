import { useQuery } from '@tanstack/react-query'
import { SubNavigation } from '../ui/index.ts'
import './developers.css'
import { hasWorkbench, profile } from '../api/profile.ts'
import { t } from '../texts/developers.ts'

/** The navigation of the area, with the workbench if it is available. */
export function DevelopersNavigation() {
  const { data } = useQuery(profile)
  return (
    <SubNavigation
      label={t.developers}
      pages={[
        { to: '/developers', name: t.tokens, isExact: true },
        { to: '/developers/clients', name: t.clients },
        { to: '/developers/channels', name: t.channels },
        { to: '/developers/quota', name: t.quota },
        { to: '/developers/requests', name: t.requests },
        ...(data !== undefined && hasWorkbench(data)
          ? [{ to: '/developers/workbench', name: t.workbench } as const]
          : []),
        { to: '/developers/reference', name: t.reference },
      ]}
    />
  )
}

import { useQuery } from '@tanstack/react-query'
import { SubNavigation } from '../ui/index.ts'
import './developers.css'
import { hasWorkbench, profile } from '../api/profile.ts'

/** The navigation of the area, with the workbench if it is available. */
export function DevelopersNavigation() {
  const { data } = useQuery(profile)
  return (
    <SubNavigation
      label="Developers"
      pages={[
        { to: '/developers', name: 'Tokens', isExact: true },
        { to: '/developers/clients', name: 'Clients' },
        { to: '/developers/channels', name: 'Channels' },
        { to: '/developers/quota', name: 'Quota' },
        { to: '/developers/requests', name: 'Requests' },
        ...(data !== undefined && hasWorkbench(data)
          ? [{ to: '/developers/workbench', name: 'Workbench' } as const]
          : []),
        { to: '/developers/reference', name: 'Reference' },
      ]}
    />
  )
}

import { useQuery } from '@tanstack/react-query'
import { SubNavigation } from '../ui/index.ts'
import './developers.css'
import { profile } from './profile.ts'

/** The pages of the area; the workbench is there where the server has one for this person. */
export function DevelopersNavigation() {
  const { data } = useQuery(profile)
  const hasWorkbench = data?.mode === 'dev' && data.isAdmin
  return (
    <SubNavigation
      label="Developers"
      pages={[
        { to: '/developers', name: 'Tokens', isExact: true },
        { to: '/developers/clients', name: 'Clients' },
        { to: '/developers/channels', name: 'Channels' },
        { to: '/developers/quota', name: 'Quota' },
        { to: '/developers/requests', name: 'Requests' },
        ...(hasWorkbench ? [{ to: '/developers/workbench', name: 'Workbench' } as const] : []),
        { to: '/developers/reference', name: 'Reference' },
      ]}
    />
  )
}

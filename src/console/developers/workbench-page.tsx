import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { hasWorkbench, profile } from '../api/profile.ts'
import { t } from '../texts/developers.ts'
import { EmptyState, Outcome, Page, Tabs } from '../ui/index.ts'
import { DevelopersNavigation } from './developers-navigation.tsx'
import { Clock } from './workbench/clock.tsx'
import { Faults } from './workbench/faults.tsx'
import { Outbox } from './workbench/outbox.tsx'
import { Snapshots } from './workbench/snapshots.tsx'
import { Worlds } from './workbench/worlds.tsx'

const tabs = [
  { name: 'clock', label: t.tabs.clock },
  { name: 'faults', label: t.tabs.faults },
  { name: 'snapshots', label: t.tabs.snapshots },
  { name: 'outbox', label: t.tabs.outbox },
  { name: 'worlds', label: t.tabs.worlds },
] as const

type TabName = (typeof tabs)[number]['name']

const parts: Readonly<Record<TabName, () => ReactNode>> = {
  clock: Clock,
  faults: Faults,
  snapshots: Snapshots,
  outbox: Outbox,
  worlds: Worlds,
}

const route = getRouteApi('/developers/workbench')

/** The workbench of a server in dev mode: clock, faults, snapshots, worlds and mail. */
export function WorkbenchPage() {
  const caller = useQuery(profile)
  return (
    <Page title={t.workbench}>
      <DevelopersNavigation />
      <Outcome of={caller}>
        {(shown) =>
          hasWorkbench(shown) ? (
            <Workbench />
          ) : (
            <EmptyState title={t.workbenchUnavailable}>{t.workbenchUnavailableHint}</EmptyState>
          )
        }
      </Outcome>
    </Page>
  )
}

function Workbench() {
  const { tab } = route.useSearch()
  const navigate = route.useNavigate()
  const chosen = tabs.find(({ name }) => name === tab)?.name ?? 'clock'
  const Part = parts[chosen]
  return (
    <Tabs
      label={t.workbench}
      tabs={tabs}
      chosen={chosen}
      onChoose={(name) =>
        void navigate({ to: '/developers/workbench', search: { tab: name }, replace: true })
      }
    >
      <div className="stack">
        <p className="muted">{t.toolHints[chosen]}</p>
        <Part />
      </div>
    </Tabs>
  )
}

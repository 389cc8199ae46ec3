import { useState } from 'react'
import { Page, Tabs } from '../ui/index.ts'
import { DevelopersNavigation } from './developers-navigation.tsx'
import { Clock } from './workbench/clock.tsx'
import { Faults } from './workbench/faults.tsx'
import { Outbox } from './workbench/outbox.tsx'
import { Snapshots } from './workbench/snapshots.tsx'

const tabs = [
  { name: 'clock', label: 'Clock' },
  { name: 'faults', label: 'Faults' },
  { name: 'snapshots', label: 'Snapshots' },
  { name: 'outbox', label: 'Outbox' },
] as const

const parts = { clock: Clock, faults: Faults, snapshots: Snapshots, outbox: Outbox }

/** Time, faults and states of a server in development, to test programs against. */
export function WorkbenchPage() {
  const [chosen, setChosen] = useState<keyof typeof parts>('clock')
  const Part = parts[chosen]
  return (
    <Page title="Workbench">
      <DevelopersNavigation />
      <Tabs label="Workbench" tabs={tabs} chosen={chosen} onChoose={setChosen}>
        <Part />
      </Tabs>
    </Page>
  )
}

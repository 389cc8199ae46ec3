import { adoptClock } from './clock-setting.ts'
import { operation } from './operation.ts'

const runReset = operation(
  {
    id: 'workbench.reset.run',
    http: 'POST /reset',
    summary: 'Deletes all data and restores the initial state.',
  },
  async ({ database, clock, seed, faults, quota, requests }) => {
    await database.replaceAll(nothing())
    await adoptClock(database, clock)
    faults.clear()
    await quota.reset()
    requests.clear()
    await seed()
  },
)

export const resetOperations = [runReset]

async function* nothing() {}

import { restoreState } from '#/storage/archive/saved-state.ts'
import { adoptClock } from './clock-setting.ts'
import { operation } from './operation.ts'
import { findFirstState } from './store/snapshots.ts'

const runReset = operation(
  {
    id: 'workbench.reset.run',
    http: 'POST /reset',
    summary: 'Deletes all data and restores the initial state.',
  },
  async ({ database, clock, log, attachedFiles: files, seed, faults, quota, requests }) => {
    // Worlds and temporary servers begin with more than `seed` creates, such as the token of their first user.
    const state = await findFirstState(database)
    if (state === undefined) await database.replaceAll(nothing())
    else await restoreState(database, state, { log, files })
    await adoptClock(database, clock)
    faults.clear()
    await quota.reset()
    requests.clear()
    await seed()
  },
)

export const resetOperations = [runReset]

async function* nothing() {}

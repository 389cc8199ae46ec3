import { restoreState } from '#/storage/archive/saved-state.ts'
import { adoptClock } from './clock-setting.ts'
import { operation } from './operation.ts'
import { findFirstState, putFirstState } from './store/snapshots.ts'

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
    else {
      const archive = await restoreState(database, state, { log, files })
      const first = { createdAt: clock.nowMs(), state: archive }
      // The next reset takes half of the time.
      if (archive !== state) await database.transaction((tx) => putFirstState(tx, first))
    }
    await adoptClock(database, clock)
    faults.clear()
    await quota.reset()
    requests.clear()
    await seed()
  },
)

export const resetOperations = [runReset]

async function* nothing() {}

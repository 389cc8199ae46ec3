import { get as getClock } from './clock/get.ts'
import { set as setClock } from './clock/set.ts'
import { clear as clearFaults } from './faults/clear.ts'
import { insert as insertFault } from './faults/insert.ts'
import { list as listFaults } from './faults/list.ts'
import { list as listOutbox } from './outbox/list.ts'
import { list as listQuota } from './quota/list.ts'
import { run as runReset } from './reset/run.ts'
import { get as getSeed } from './seed/get.ts'
import { get as getSeedSchema } from './seedSchema/get.ts'
import { delete_ as deleteSnapshot } from './snapshots/delete.ts'
import { insert as insertSnapshot } from './snapshots/insert.ts'
import { list as listSnapshots } from './snapshots/list.ts'
import { restore as restoreSnapshot } from './snapshots/restore.ts'
import { insert as insertToken } from './tokens/insert.ts'
import { delete_ as deleteWorld } from './worlds/delete.ts'
import { diff as diffWorld } from './worlds/diff.ts'
import { get as getWorld } from './worlds/get.ts'
import { insert as insertWorld } from './worlds/insert.ts'
import { list as listWorlds } from './worlds/list.ts'

/** Every operation of the workbench. */
export const workbenchOperations = [
  getClock,
  setClock,
  clearFaults,
  insertFault,
  listFaults,
  listOutbox,
  listQuota,
  runReset,
  getSeed,
  getSeedSchema,
  deleteSnapshot,
  insertSnapshot,
  listSnapshots,
  restoreSnapshot,
  insertToken,
  deleteWorld,
  diffWorld,
  getWorld,
  insertWorld,
  listWorlds,
]

import { clockOperations } from './clock.ts'
import { faultOperations } from './faults.ts'
import { outboxOperations } from './outbox.ts'
import { quotaOperations } from './quota.ts'
import { resetOperations } from './reset.ts'
import { seedOperations } from './seed.ts'
import { seedSchemaOperations } from './seedSchema.ts'
import { snapshotOperations } from './snapshots.ts'
import { tokenOperations } from './tokens.ts'
import { worldOperations } from './worlds.ts'

/** Every operation of the workbench. */
export const workbenchOperations = [
  ...clockOperations,
  ...faultOperations,
  ...outboxOperations,
  ...quotaOperations,
  ...resetOperations,
  ...seedOperations,
  ...seedSchemaOperations,
  ...snapshotOperations,
  ...tokenOperations,
  ...worldOperations,
]

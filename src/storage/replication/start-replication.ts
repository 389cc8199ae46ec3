import type { Metric } from '#/kernel/metric.ts'
import { day } from '#/kernel/settings/setting-kinds.ts'
import type { AttachedFiles } from '../archive/attached-files.ts'
import { type ReplicaSettings, replicaAddress } from '../open.ts'
import type { Database, Replication } from '../port.ts'

interface ReplicatedData {
  readonly database: Database
  /** The files that the replica contains in addition to the database. */
  readonly attachedFiles: AttachedFiles | undefined
  readonly settings: ReplicaSettings & { readonly replicaDays: number }
}

/** Starts to replicate the embedded database, if the settings name a replica, and returns metrics of that. */
export function startReplication({
  database,
  attachedFiles,
  settings,
}: ReplicatedData): readonly Metric[] {
  const replica = replicaAddress(settings)
  if (replica === undefined) return []
  const files = attachedFiles && { folder: attachedFiles.folder, ending: attachedFiles.ending }
  const retentionMs = settings.replicaDays * day
  const replication = database.replicate?.({ replica, files, retentionMs })
  return replication === undefined ? [] : replicationMetrics(replication)
}

const replicationMetrics = (replication: Replication): readonly Metric[] => [
  {
    name: 'almanac_replica_lag_seconds',
    help: 'The age of the oldest commit that may be missing in the replica.',
    kind: 'gauge',
    value: () => replication.figures().lagMs / 1000,
  },
  {
    name: 'almanac_replica_stored_bytes_total',
    help: 'Bytes that this process has stored in the replica.',
    kind: 'counter',
    value: () => replication.figures().storedBytes,
  },
  {
    name: 'almanac_replica_snapshots_total',
    help: 'Snapshots that this process has stored in the replica.',
    kind: 'counter',
    value: () => replication.figures().snapshots,
  },
  {
    name: 'almanac_replica_failures_total',
    help: 'Failed attempts of this process to reach the replica.',
    kind: 'counter',
    value: () => replication.figures().failures,
  },
]

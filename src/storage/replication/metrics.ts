import type { Metric } from '#/kernel/metric.ts'
import type { Replication } from '../port.ts'

export const replicationMetrics = (replication: Replication): readonly Metric[] => [
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

import type { SnapshotDetails } from './generation.ts'
import {
  filesPrefix,
  generationsPrefix,
  type NamedSnapshot,
  segmentsIn,
  snapshotsIn,
  timeText,
} from './names.ts'
import { getManifest } from './stored-file.ts'
import type { ReplicaStore, StoredObject } from './stores/replica-store.ts'

const snapshotsMax = 100
const dayMs = 86_400_000

interface Retention {
  readonly nowMs: number
  readonly retentionMs: number
}

/** Deletes what is not needed to restore the state of any time within the retention. */
export async function deleteExpired(store: ReplicaStore, retention: Retention): Promise<void> {
  const objects = await store.list(generationsPrefix)
  const retained = retainedSnapshots(snapshotsIn(objects.map(({ name }) => name)), retention)
  const details = new Map<string, SnapshotDetails>()
  for (const { name } of retained) {
    details.set(name, (await getManifest<SnapshotDetails>(store, name)).details)
  }
  const files = await store.list(filesPrefix)
  const expired = [
    ...expiredObjects(objects, retained, { details, nowMs: retention.nowMs }),
    ...expiredFiles(files, retained, details),
  ]
  for (const name of expired) await store.delete(name)
}

/** The newest snapshot from before the retention, and all that follow, up to a maximum. */
export function retainedSnapshots(
  snapshots: readonly NamedSnapshot[],
  { nowMs, retentionMs }: Retention,
): NamedSnapshot[] {
  const start = snapshots.findLastIndex(({ atMs }) => atMs <= nowMs - retentionMs)
  return snapshots.slice(Math.max(start, 0)).slice(-snapshotsMax)
}

/** The snapshots that are not kept or never became complete, and the segments that follow none. */
export function expiredObjects(
  objects: readonly StoredObject[],
  retained: readonly NamedSnapshot[],
  { details, nowMs }: { details: ReadonlyMap<string, SnapshotDetails>; nowMs: number },
): string[] {
  const names = objects.map(({ name }) => name)
  const retainedNames = new Set(retained.map(({ name }) => name))
  const complete = new Set(snapshotsIn(names).map(({ name }) => name))
  const oldTime = timeText(nowMs - dayMs)
  const parts = names.filter((name) => {
    const [, snapshot, time] = /^(generations\/[^/]+\/snapshots\/([^/]+))\//.exec(name) ?? []
    if (snapshot === undefined || retainedNames.has(snapshot)) return false
    return complete.has(snapshot) || time! < oldTime
  })
  const segments = segmentsIn(names).filter(({ generation, round }) => {
    const first = retained.find((snapshot) => snapshot.generation === generation)
    // The first snapshot of a generation may still be under way.
    if (first === undefined) return retained.length > 0 && generation < timeText(retained[0]!.atMs)
    return round < details.get(first.name)!.round
  })
  return [...parts, ...segments.map(({ name }) => name)]
}

/** The files that no kept snapshot has and that were stored before all of them. */
function expiredFiles(
  files: readonly StoredObject[],
  retained: readonly NamedSnapshot[],
  details: ReadonlyMap<string, SnapshotDetails>,
): string[] {
  const needed = new Set([...details.values()].flatMap((snapshot) => snapshot.files))
  const firstMs = retained[0]?.atMs ?? 0
  return files
    .filter(({ name, modifiedMs }) => !needed.has(name.split('/')[1]!) && modifiedMs < firstMs)
    .map(({ name }) => name)
}

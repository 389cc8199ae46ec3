import { readFileSync, statSync, writeFileSync } from 'node:fs'
import type { SnapshotDetails } from './generation.ts'
import { generationsPrefix, type NamedSegment, segmentsIn, snapshotsIn } from './names.ts'
import { decodeSegment } from './segment.ts'
import { getManifest } from './stored-file.ts'
import type { ReplicaStore } from './stores/replica-store.ts'
import { frameHeaderBytes, frameMark } from './wal.ts'

/** The last frame of a history in the replica. */
export interface HistoryEnd {
  readonly generation: string
  readonly round: number
  readonly frame: number
  readonly previousLast: number
  /** Distinguishes the frame from those of other logs. */
  readonly mark: string
  readonly snapshotAtMs: number
  readonly lastMarkMs: number
}

/** The end of the history that a restore would bring back; undefined if there is none, or one with gaps. */
export async function findHistoryEnd(store: ReplicaStore): Promise<HistoryEnd | undefined> {
  const names = (await store.list(generationsPrefix)).map(({ name }) => name)
  const snapshot = snapshotsIn(names).at(-1)
  if (snapshot === undefined) return undefined
  const { generation, atMs } = snapshot
  const { details } = await getManifest<SnapshotDetails>(store, snapshot.name)
  const segments = segmentsIn(names).filter((one) => one.generation === generation)
  const start = { generation, snapshotAtMs: atMs, lastMarkMs: atMs, previousLast: 0, ...details }
  const following = segments.filter(
    ({ round, last }) => round > details.round || (round === details.round && last > details.frame),
  )
  const last = following.at(-1)
  if (last === undefined) return start
  const bytes = isUnbroken(following, details) ? await store.get(last.name) : undefined
  if (bytes === undefined) return undefined
  const { header, frames } = decodeSegment(last.name, bytes)
  const [mark] = header.marks.filter(({ frame }) => frame === header.last)
  if (mark === undefined) return undefined
  const { round, last: frame, previousLast, pageBytes } = header
  const lastFrame = frames.subarray(-(frameHeaderBytes + pageBytes))
  return { ...start, round, frame, previousLast, mark: frameMark(lastFrame), lastMarkMs: mark.atMs }
}

function isUnbroken(segments: readonly NamedSegment[], start: SnapshotDetails): boolean {
  let { round, frame } = start
  for (const segment of segments) {
    if (segment.round === round + 1) {
      round++
      frame = 0
    }
    if (segment.round !== round || segment.first > frame + 1) return false
    frame = Math.max(frame, segment.last)
  }
  return true
}

/** What the data directory records about its replica. */
interface LocalNote {
  /** Identifies the data directory as the owner of a replica. */
  readonly owner: string
  /** Where the history ended when the server stopped, and the database file of then. */
  readonly end?: Pick<HistoryEnd, 'generation' | 'round' | 'frame'> & { readonly file: string }
}

const notePath = (databasePath: string) => `${databasePath}-replica`

export function readNote(databasePath: string): LocalNote | undefined {
  try {
    return JSON.parse(readFileSync(notePath(databasePath), 'utf8')) as LocalNote
  } catch {
    return undefined
  }
}

export function writeNote(databasePath: string, note: LocalNote): void {
  writeFileSync(notePath(databasePath), JSON.stringify(note), { mode: 0o600 })
}

/** Changes with every write to the database file, and when it is replaced. */
export function fileState(databasePath: string): string {
  const { ino, size, mtimeNs } = statSync(databasePath, { bigint: true })
  return `${ino}-${size}-${mtimeNs}`
}

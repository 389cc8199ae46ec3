/**
 * The names of objects in a replica. A generation is an unbroken history of one run of a server: snapshots of
 * the database file, and the frames of the write-ahead log since the first of them.
 */

export const generationsPrefix = 'generations/'
export const filesPrefix = 'files/'
export const manifestName = 'manifest.json'
export const ownerName = 'owner.json'

const digits = (number: number) => String(number).padStart(10, '0')

/** A time in milliseconds as people read it: `2030-12-31T23:59:59.999Z`. */
export const isoTime = (atMs: number): string =>
  Temporal.Instant.fromEpochMilliseconds(atMs).toString({ fractionalSecondDigits: 3 })

/** A time that sorts as text: `20301231T235959999Z`. */
export const timeText = (atMs: number): string => isoTime(atMs).replaceAll(/[-:.]/g, '')

export const generationPrefix = (generation: string): string => `${generationsPrefix}${generation}/`

export const snapshotName = (generation: string, atMs: number): string =>
  `${generationPrefix(generation)}snapshots/${timeText(atMs)}`

interface SegmentPlace {
  readonly round: number
  readonly first: number
  readonly last: number
}

export const segmentName = (generation: string, { round, first, last }: SegmentPlace): string =>
  `${generationPrefix(generation)}wal/${digits(round)}-${digits(first)}-${digits(last)}`

export interface NamedSegment extends SegmentPlace {
  readonly name: string
  readonly generation: string
}

export interface NamedSnapshot {
  /** The prefix of its objects. */
  readonly name: string
  readonly generation: string
  readonly atMs: number
}

const segmentForm = /^generations\/([^/]+)\/wal\/(\d{10})-(\d{10})-(\d{10})$/
const snapshotForm = /^(generations\/([^/]+)\/snapshots\/(\d{8}T\d{9}Z))\/manifest\.json$/

/** The segments among some names, in order. */
export const segmentsIn = (names: readonly string[]): NamedSegment[] =>
  names
    .flatMap((name) => {
      const [, generation, ...numbers] = segmentForm.exec(name) ?? []
      if (generation === undefined) return []
      const [round, first, last] = numbers.map(Number) as [number, number, number]
      return { name, generation, round, first, last }
    })
    .toSorted((one, other) => (one.name < other.name ? -1 : 1))

/** The complete snapshots among some names, in the order of their times. */
export const snapshotsIn = (names: readonly string[]): NamedSnapshot[] =>
  names
    .flatMap((manifest) => {
      const [, name, generation, time] = snapshotForm.exec(manifest) ?? []
      if (name === undefined) return []
      return { name, generation: generation!, atMs: timeOf(time!) }
    })
    .toSorted((one, other) => one.atMs - other.atMs)

function timeOf(text: string): number {
  const [, day, hour, minute, second, fraction] =
    /^(\d{8})T(\d\d)(\d\d)(\d\d)(\d{3})Z$/.exec(text) ?? []
  return Temporal.Instant.from(`${day}T${hour}:${minute}:${second}.${fraction}Z`).epochMilliseconds
}

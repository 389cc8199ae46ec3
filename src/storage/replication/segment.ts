import { createHash } from 'node:crypto'
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib'

/** What a segment is about. Frames are counted from 1, and again from 1 whenever the log starts over. */
export interface SegmentHeader {
  /** How often the log has started over since the generation began. */
  readonly round: number
  readonly first: number
  readonly last: number
  /** The last frame of the previous round. */
  readonly previousLast: number
  readonly pageBytes: number
  /** The last frames of transactions, with the times at which they were read. */
  readonly marks: readonly Mark[]
}

export interface Mark {
  readonly atMs: number
  readonly frame: number
}

/** Some frames of the write-ahead log: a checksum of the rest, a header as JSON, and the compressed frames. */
export function encodeSegment(header: SegmentHeader, frames: Uint8Array): Buffer {
  const rest = Buffer.concat([Buffer.from(`${JSON.stringify(header)}\n`), zstdCompressSync(frames)])
  return Buffer.concat([Buffer.from(`${sha256(rest)}\n`), rest])
}

/** Fails if the segment is truncated or damaged. */
export function decodeSegment(name: string, bytes: Buffer) {
  const rest = bytes.subarray(bytes.indexOf('\n') + 1)
  if (bytes.toString('latin1', 0, 65) !== `${sha256(rest)}\n`) throw damagedError(name)
  const end = rest.indexOf('\n')
  const header = JSON.parse(rest.toString('utf8', 0, end)) as SegmentHeader
  return { header, frames: zstdDecompressSync(rest.subarray(end + 1)) }
}

export const sha256 = (bytes: Uint8Array): string =>
  createHash('sha256').update(bytes).digest('hex')

export class DamagedReplicaError extends Error {
  override readonly name = 'DamagedReplicaError'
}

export const damagedError = (name: string): DamagedReplicaError =>
  new DamagedReplicaError(
    `The object ${name} of the replica is truncated or damaged: restore to an earlier time with --at.`,
  )

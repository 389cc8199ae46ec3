/** Reads the write-ahead log of SQLite (https://sqlite.org/fileformat2.html#walformat). */

export const walHeaderBytes = 32
export const frameHeaderBytes = 24

const littleEndianMagic = 0x377f0682
const framesPerRead = 256

type Checksum = readonly [number, number]

interface WalHeader {
  /** Changes whenever the log starts over. */
  readonly salts: string
  readonly pageBytes: number
  readonly checksum: Checksum
}

/** Undefined if the log is empty or its header is being written. */
export function parseWalHeader(bytes: Buffer): WalHeader | undefined {
  if (bytes.length < walHeaderBytes || bytes.readUInt32BE(0) !== littleEndianMagic) return undefined
  const checksum = addToChecksum([0, 0], bytes.subarray(0, 24))
  if (!isChecksumAt(bytes, 24, checksum)) return undefined
  const pageBytes = bytes.readUInt32BE(8)
  return { salts: bytes.toString('hex', 16, 24), pageBytes, checksum }
}

/** A place in a log: how many frames come before it, and their checksum. */
export interface WalPosition {
  readonly frame: number
  readonly checksum: Checksum
}

/** Reads bytes at an offset; fewer at the end of the log. */
export type ReadWal = (bytes: Buffer, offset: number) => number

/** The end of the last transaction after a position. Frames beyond it may be rolled back. */
export function committedEnd(
  read: ReadWal,
  { salts, pageBytes }: WalHeader,
  from: WalPosition,
): WalPosition {
  const frameBytes = frameHeaderBytes + pageBytes
  const buffer = Buffer.allocUnsafeSlow(frameBytes * framesPerRead)
  let { frame, checksum } = from
  let committed = from
  for (;;) {
    const count = Math.floor(read(buffer, walHeaderBytes + frame * frameBytes) / frameBytes)
    for (let index = 0; index < count; index++) {
      const bytes = buffer.subarray(index * frameBytes, (index + 1) * frameBytes)
      if (bytes.toString('hex', 8, 16) !== salts) return committed
      checksum = addToChecksum(checksum, bytes.subarray(0, 8))
      checksum = addToChecksum(checksum, bytes.subarray(frameHeaderBytes))
      if (!isChecksumAt(bytes, 16, checksum)) return committed
      frame++
      if (bytes.readUInt32BE(4) !== 0) committed = { frame, checksum }
    }
    if (count < framesPerRead) return committed
  }
}

/** The pages of some frames, in order. `pageCount` is the size of the database after a commit, or 0. */
export function* framePages(frames: Buffer, pageBytes: number) {
  const frameBytes = frameHeaderBytes + pageBytes
  for (let start = 0; start < frames.length; start += frameBytes) {
    yield {
      page: frames.readUInt32BE(start),
      pageCount: frames.readUInt32BE(start + 4),
      content: frames.subarray(start + frameHeaderBytes, start + frameBytes),
    }
  }
}

/** The salts and the checksum of a frame, which no frame of another log has. */
export const frameMark = (frame: Buffer): string => frame.toString('hex', 8, frameHeaderBytes)

const isChecksumAt = (bytes: Buffer, offset: number, [one, two]: Checksum): boolean =>
  bytes.readUInt32BE(offset) === one && bytes.readUInt32BE(offset + 4) === two

/** Continues the checksum of SQLite, whose words are little-endian on the machines that Node supports. */
function addToChecksum([one, two]: Checksum, bytes: Buffer): Checksum {
  let [first, second] = [one | 0, two | 0]
  const words = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  for (let at = 0; at < words.byteLength; at += 8) {
    first = (first + words.getInt32(at, true) + second) | 0
    second = (second + words.getInt32(at + 4, true) + first) | 0
  }
  return [first >>> 0, second >>> 0]
}

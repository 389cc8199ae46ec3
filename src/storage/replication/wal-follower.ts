import { closeSync, openSync, readSync } from 'node:fs'
import type { HistoryEnd } from './history-end.ts'
import {
  committedEnd,
  frameHeaderBytes,
  frameMark,
  parseWalHeader,
  type ReadWal,
  type WalPosition,
  walHeaderBytes,
} from './wal.ts'

/**
 * Follows the commits in the write-ahead log across its restarts. It reads only the log, because closing the
 * database file would release the locks that SQLite has on it in this process.
 */
export class WalFollower implements Disposable {
  readonly #file: number
  #header: ReturnType<typeof parseWalHeader>
  #position: WalPosition = { frame: 0, checksum: [0, 0] }
  #round = 1
  #previousLast = 0
  #restartableAt = 0

  constructor(databasePath: string) {
    this.#file = openSync(`${databasePath}-wal`, 'r')
  }

  /** How often the log has started over, from 1. */
  get round(): number {
    return this.#round
  }

  /** The last committed frame of the round that was read. */
  get frame(): number {
    return this.#position.frame
  }

  /** The last frame of the previous round. */
  get previousLast(): number {
    return this.#previousLast
  }

  /** The last frame after which the log was allowed to start over. */
  get restartableAt(): number {
    return this.#restartableAt
  }

  get pageBytes(): number {
    return this.#header?.pageBytes ?? 0
  }

  get frameBytes(): number {
    return frameHeaderBytes + this.pageBytes
  }

  /** Distinguishes the last committed frame from those of other logs; empty if there is none. */
  get mark(): string {
    return this.#position.frame === 0 ? '' : frameMark(this.#frameHeader(this.#position.frame))
  }

  /** Continues after a frame that was replicated earlier, if the log still has it. */
  continueAfter({ round, frame, previousLast, mark }: HistoryEnd): boolean {
    const bytes = Buffer.alloc(walHeaderBytes)
    this.#read(bytes, 0)
    this.#header = parseWalHeader(bytes)
    if (this.#header === undefined || frame === 0) return false
    const last = this.#frameHeader(frame)
    if (frameMark(last) !== mark || !mark.startsWith(this.#header.salts)) return false
    this.#position = { frame, checksum: [last.readUInt32BE(16), last.readUInt32BE(20)] }
    this.#round = round
    this.#previousLast = previousLast
    return true
  }

  /** Continues with a log that began after all that was replicated earlier. */
  continueAnew({ round, frame }: Pick<HistoryEnd, 'round' | 'frame'>): void {
    this.#round = round + 1
    this.#previousLast = frame
    this.#header = undefined
    this.#position = { frame: 0, checksum: [0, 0] }
  }

  /** Reads on, and returns the number of committed frames of the round. */
  advance(): number {
    const bytes = Buffer.alloc(walHeaderBytes)
    this.#read(bytes, 0)
    const header = parseWalHeader(bytes)
    if (header === undefined) return this.#position.frame
    if (header.salts !== this.#header?.salts) {
      if (this.#header !== undefined) this.#startOver()
      this.#header = header
      this.#position = { frame: 0, checksum: header.checksum }
    }
    this.#position = committedEnd(this.#read, header, this.#position)
    return this.#position.frame
  }

  /** Permits that the log starts over after the frames that were read so far. */
  permitRestart(): void {
    this.#restartableAt = this.#position.frame
  }

  /** Frames that were read before, from `first` to `last`. */
  frames(first: number, last: number): Buffer {
    const bytes = Buffer.allocUnsafeSlow((last - first + 1) * this.frameBytes)
    if (this.#read(bytes, walHeaderBytes + (first - 1) * this.frameBytes) === bytes.length) {
      return bytes
    }
    throw new Error('The write-ahead log has become shorter.')
  }

  [Symbol.dispose](): void {
    closeSync(this.#file)
  }

  #frameHeader(frame: number): Buffer {
    const bytes = Buffer.alloc(frameHeaderBytes)
    this.#read(bytes, walHeaderBytes + (frame - 1) * this.frameBytes)
    return bytes
  }

  #startOver(): void {
    const { frame } = this.#position
    // Frames may have been added and moved to the database file in between.
    if (frame !== this.#restartableAt)
      throw new Error('The write-ahead log started over unexpectedly.')
    this.#round++
    this.#previousLast = frame
    this.#restartableAt = 0
  }

  readonly #read: ReadWal = (bytes, offset) => {
    let count = 0
    while (count < bytes.length) {
      const found = readSync(this.#file, bytes, count, bytes.length - count, offset + count)
      if (found === 0) break
      count += found
    }
    return count
  }
}

import { constants, crc32, createDeflateRaw, type DeflateRaw } from 'node:zlib'
import type { WireReply, WireRequest } from '../wire.ts'

/** Smaller responses fit into one packet. */
export const compressedBytesMin = 1400

/** Whether the client accepts gzip. */
export const takesGzip = (headers: WireRequest['headers']): boolean => {
  const accepted = headers['accept-encoding']
  return (
    accepted !== undefined &&
    /(?:^|[\s,])(?:gzip|\*)(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/i.test(accepted)
  )
}

type Body = NonNullable<WireReply['body']>

/** Node has as many threads for them. */
const streamsMax = 4
const inputBytesKept = 1024 * 1024
const outputBytes = 64 * 1024

// The header of a gzip file without a name and a time.
const head = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255])
// An empty last block, and room for the checksum and the length.
const tail = Buffer.from([3, 0, 0, 0, 0, 0, 0, 0, 0, 0])

/**
 * Compresses whole bodies with streams that are used again. A new stream for every body takes a quarter of
 * a megabyte that only the next full garbage collection gives back: lists with gzip cost a third more
 * (`bench/run.ts reads --only 11`). A full flush after each body makes the next one independent of it.
 */
export class Compressor {
  readonly #idle: BodyStream[] = []
  readonly #waiting: ((stream: BodyStream) => void)[] = []
  #streamCount = 0

  async gzip(body: Body): Promise<Buffer> {
    const stream = this.#idle.pop() ?? (await this.#freeStream())
    try {
      return await stream.gzip(body)
    } finally {
      this.#release(stream)
    }
  }

  #freeStream(): BodyStream | Promise<BodyStream> {
    if (this.#streamCount === streamsMax) {
      return new Promise((resolve) => this.#waiting.push(resolve))
    }
    this.#streamCount++
    return new BodyStream()
  }

  #release(stream: BodyStream): void {
    const free = stream.hasFailed ? new BodyStream() : stream
    const next = this.#waiting.shift()
    if (next === undefined) this.#idle.push(free)
    else next(free)
  }
}

/** Compresses one body after the other. */
class BodyStream {
  readonly #deflate: DeflateRaw
  #input = Buffer.allocUnsafeSlow(outputBytes)
  #output: Buffer[] = []

  constructor() {
    this.#deflate = createDeflateRaw({
      level: 1,
      flush: constants.Z_FULL_FLUSH,
      chunkSize: outputBytes,
    })
    this.#deflate.on('data', (bytes: Buffer) => this.#output.push(bytes))
  }

  async gzip(body: Body): Promise<Buffer> {
    const bytes = this.#inOnePiece(body)
    const end = Buffer.from(tail)
    end.writeUInt32LE(crc32(bytes), 2)
    end.writeUInt32LE(bytes.length >>> 0, 6)
    await this.#deflatedBytes(bytes)
    const pieces = [head, ...this.#output, end]
    this.#output = []
    if (this.#input.length > inputBytesKept) this.#input = Buffer.allocUnsafeSlow(outputBytes)
    return Buffer.concat(pieces)
  }

  #deflatedBytes(bytes: Buffer): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#deflate.once('error', reject)
      this.#deflate.write(bytes, (error) => {
        this.#deflate.removeListener('error', reject)
        if (error) reject(error)
        else resolve()
      })
    })
  }

  /** A body in one piece costs one turn of the thread pool instead of one for each piece. */
  #inOnePiece(body: Body): Buffer {
    if (Buffer.isBuffer(body)) return body
    if (typeof body === 'string') {
      this.#makeRoom(Buffer.byteLength(body))
      return this.#input.subarray(0, this.#input.write(body))
    }
    this.#makeRoom(body.reduce((sum, { length }) => sum + length, 0))
    let at = 0
    for (const piece of body) at += piece.copy(this.#input, at)
    return this.#input.subarray(0, at)
  }

  #makeRoom(length: number): void {
    if (length > this.#input.length) this.#input = Buffer.allocUnsafeSlow(length)
  }

  get hasFailed(): boolean {
    return this.#deflate.destroyed
  }
}

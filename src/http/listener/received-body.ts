import { badRequest, payloadTooLarge, unavailable } from '#/kernel/errors.ts'

/** How much of a refused body is read and discarded, so that the client receives the error. */
export const discardedBytesMax = 64 * 1024 * 1024

/** A smaller chunk is copied to others, because an object of its own takes hundreds of bytes. */
const smallBytes = 1024
const copiedBytes = 16 * 1024

/**
 * The bodies that are being received. Nobody has checked who sends them, so that all of them together have a limit.
 * Beyond it the largest one is refused: clients that send little are not affected by those that send much.
 */
export class BodiesInProgress {
  readonly #bytesMax: number
  readonly #bodies = new Set<ReceivedBody>()
  #bytes = 0

  constructor(bytesMax: number) {
    this.#bytesMax = bytesMax
  }

  begin(bytesMax: number): ReceivedBody {
    return new ReceivedBody(bytesMax, this)
  }

  /** Called when a body occupies more memory, or less. */
  note(body: ReceivedBody, bytes: number): void {
    this.#bytes += bytes
    if (bytes > 0) this.#bodies.add(body)
    else this.#bodies.delete(body)
    while (this.#bytes > this.#bytesMax) this.#largest().refuse()
  }

  #largest(): ReceivedBody {
    let largest: ReceivedBody | undefined
    for (const body of this.#bodies) {
      if (largest === undefined || body.occupied > largest.occupied) largest = body
    }
    return largest!
  }
}

/** A body that is being received. */
export class ReceivedBody {
  readonly whole: Promise<Buffer>
  readonly #bytesMax: number
  readonly #bodies: BodiesInProgress
  #resolve!: (whole: Buffer) => void
  #reject!: (error: unknown) => void
  #chunks: Buffer[] = []
  #copy: Buffer | undefined
  #copied = 0
  #length = 0
  #occupied = 0
  #refusal: Error | undefined

  constructor(bytesMax: number, bodies: BodiesInProgress) {
    this.#bytesMax = bytesMax
    this.#bodies = bodies
    this.whole = new Promise((resolve, reject) => {
      this.#resolve = resolve
      this.#reject = reject
    })
  }

  get occupied(): number {
    return this.#occupied
  }

  /** Adds a chunk, and returns whether more data is accepted. */
  add(chunk: Buffer | null): boolean {
    if (chunk === null) {
      this.#end()
      return false
    }
    this.#length += chunk.length
    if (this.#refusal === undefined && this.#length <= this.#bytesMax) {
      this.#keep(chunk)
      return true
    }
    this.#refusal ??= payloadTooLarge(this.#bytesMax)
    this.#release()
    if (this.#length <= discardedBytesMax) return true
    this.#reject(this.#refusal)
    return false
  }

  breakOff(): void {
    this.#release()
    this.#reject(badRequest('The request body ended early.'))
  }

  /** Releases the memory. The client gets the error after it has sent the body. */
  refuse(): void {
    this.#refusal = unavailable('The server is receiving too much data at once.')
    this.#release()
  }

  #end(): void {
    if (this.#refusal === undefined) {
      this.#endCopy()
      const chunks = this.#chunks
      this.#resolve(chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks))
    } else this.#reject(this.#refusal)
    this.#release()
  }

  #keep(chunk: Buffer): void {
    if (chunk.length >= smallBytes || this.#length === chunk.length) {
      this.#endCopy()
      this.#chunks.push(chunk)
      this.#occupy(chunk.length)
      return
    }
    if (this.#copy === undefined || this.#copied + chunk.length > copiedBytes) {
      this.#endCopy()
      this.#copy = Buffer.allocUnsafeSlow(copiedBytes)
      this.#occupy(copiedBytes)
    }
    // The memory that it has just taken may have been too much.
    if (this.#copy === undefined) return
    this.#copied += chunk.copy(this.#copy, this.#copied)
  }

  #endCopy(): void {
    if (this.#copy === undefined) return
    this.#chunks.push(this.#copy.subarray(0, this.#copied))
    this.#copy = undefined
    this.#copied = 0
  }

  #occupy(bytes: number): void {
    this.#occupied += bytes
    this.#bodies.note(this, bytes)
  }

  #release(): void {
    this.#chunks = []
    this.#copy = undefined
    if (this.#occupied === 0) return
    this.#bodies.note(this, -this.#occupied)
    this.#occupied = 0
  }
}

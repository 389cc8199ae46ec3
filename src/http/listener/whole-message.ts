import type { IncomingMessage } from 'node:http'
import { badRequest, payloadTooLarge } from '#/kernel/errors.ts'
import type { RequestHeaders } from '../wire.ts'
import { requestIdOf } from './request-id.ts'

// An import would evaluate every export of the module and load Node's HTTP client: 40 ms.
const { IncomingMessage: Message } = process.getBuiltinModule('node:http')

// What Node checks on a request after its response, missing from its types.
interface Answered {
  readonly readableEnded: boolean
  _dump(this: IncomingMessage): void
}
const answered = Message.prototype as unknown as Answered

/** How much of a body that is too large is read and discarded, so that the client receives the error. */
const discardedBytesMax = 64 * 1024 * 1024

/**
 * A request whose body can be read in one piece, bypassing the stream, which would cost as much as all other
 * work on a small body.
 */
export class WholeMessage extends Message {
  #requestId: string | undefined
  #isTaken = false
  #body: Body | undefined

  get requestId(): string {
    this.#requestId ??= requestIdOf(this.headers as RequestHeaders)
    return this.#requestId
  }

  /** Takes the body, if there is one. The stream yields nothing afterwards. */
  takeBody(bytesMax: number): Promise<Buffer> | undefined {
    // Data that arrived before, while a world was being opened, is in the stream.
    const early = this.readableLength > 0 ? (this.read() as Buffer) : undefined
    this.#isTaken = true
    if (!hasBody(this)) return undefined
    const announced = Number(this.headers['content-length'] ?? 0)
    if (announced > discardedBytesMax) return Promise.reject(payloadTooLarge(bytesMax))
    this.#body = new Body(bytesMax)
    if (early !== undefined) this.#body.add(early)
    if (this.complete) this.#body.add(null)
    return this.#body.whole
  }

  /** Called by the parser with a chunk, or null at the end. Returning false pauses it. */
  override push(chunk: Buffer | null): boolean {
    if (!this.#isTaken) return super.push(chunk)
    return this.#body?.add(chunk) ?? true
  }

  static {
    // Node releases a request whose stream has ended, and drains any other.
    Object.defineProperty(WholeMessage.prototype, 'readableEnded', {
      get(this: WholeMessage) {
        return this.#isTaken ? this.complete : Reflect.get(answered, 'readableEnded', this)
      },
    })
  }

  _dump(): void {
    if (!this.#isTaken) answered._dump.call(this)
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    this.#body?.breakOff()
    super._destroy(error, done)
  }
}

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined ||
  (headers['content-length'] !== undefined && headers['content-length'] !== '0')

/** A body that is being received. */
class Body {
  readonly whole: Promise<Buffer>
  readonly #bytesMax: number
  #resolve!: (whole: Buffer) => void
  #reject!: (error: unknown) => void
  #chunks: Buffer[] = []
  #length = 0

  constructor(bytesMax: number) {
    this.#bytesMax = bytesMax
    this.whole = new Promise((resolve, reject) => {
      this.#resolve = resolve
      this.#reject = reject
    })
  }

  /** Adds a chunk, and returns whether more data is accepted. */
  add(chunk: Buffer | null): boolean {
    if (chunk === null) {
      this.#end()
      return false
    }
    this.#length += chunk.length
    if (this.#length <= this.#bytesMax) {
      this.#chunks.push(chunk)
      return true
    }
    this.#chunks = []
    if (this.#length <= discardedBytesMax) return true
    this.#reject(payloadTooLarge(this.#bytesMax))
    return false
  }

  breakOff(): void {
    this.#reject(badRequest('The request body ended early.'))
  }

  #end(): void {
    const chunks = this.#chunks
    if (this.#length > this.#bytesMax) this.#reject(payloadTooLarge(this.#bytesMax))
    else this.#resolve(chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks))
  }
}

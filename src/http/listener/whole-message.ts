import type { IncomingMessage } from 'node:http'
import { badRequest, payloadTooLarge } from '#/kernel/errors.ts'
import type { RequestHeaders } from '../wire.ts'
import { requestIdOf } from './request-id.ts'

// An import would read every export of the module, and so load Node's HTTP client as well: 40 ms.
const { IncomingMessage: Message } = process.getBuiltinModule('node:http')

// What Node asks of a request that it has answered, and does not say so in its types.
interface Answered {
  readonly readableEnded: boolean
  _dump(this: IncomingMessage): void
}
const answered = Message.prototype as unknown as Answered

/** How much of a body that is too large is read and thrown away, so that its sender sees why. */
const discardedBytesMax = 64 * 1024 * 1024

/**
 * A request whose body may be taken in one piece. What the parser finds goes past the stream then, which costs
 * as much as all that is done with a small body otherwise.
 */
export class WholeMessage extends Message {
  #requestId: string | undefined
  #isTaken = false
  #body: Body | undefined

  get requestId(): string {
    this.#requestId ??= requestIdOf(this.headers as RequestHeaders)
    return this.#requestId
  }

  /** The body, if there is one. From now on nothing comes out of the stream. */
  takeBody(bytesMax: number): Promise<Buffer> | undefined {
    // What arrived earlier, while a world was being opened, is in the stream.
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

  /** What the parser gives, and null at the end. It is asked to wait by false. */
  override push(chunk: Buffer | null): boolean {
    if (!this.#isTaken) return super.push(chunk)
    return this.#body?.add(chunk) ?? true
  }

  static {
    // Node lets go of a request whose stream has ended, and empties that of any other.
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

/** A body on its way. */
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

  /** Whether there may be more. */
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

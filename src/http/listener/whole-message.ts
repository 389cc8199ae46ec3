import type { IncomingMessage } from 'node:http'
import { payloadTooLarge } from '#/kernel/errors.ts'
import type { RequestHeaders } from '../wire.ts'
import { type BodiesInProgress, discardedBytesMax, type ReceivedBody } from './received-body.ts'
import { requestIdOf } from './request-id.ts'

// An import would evaluate every export of the module and load Node's HTTP client: 40 ms.
const { IncomingMessage: Message } = process.getBuiltinModule('node:http')

// What Node checks on a request after its response, missing from its types.
interface Answered {
  readonly readableEnded: boolean
  _dump(this: IncomingMessage): void
}
const answered = Message.prototype as unknown as Answered

// Each chunk costs as much time as a small request, and memory. No usual client comes near this.
const tinyChunksMax = 1_000
const tinyBytes = 8

/**
 * A request whose body can be read in one piece, bypassing the stream, which would cost as much as all other
 * work on a small body.
 */
export class WholeMessage extends Message {
  #requestId: string | undefined
  #isTaken = false
  #tinyChunks = 0
  #body: ReceivedBody | undefined

  get requestId(): string {
    this.#requestId ??= requestIdOf(this.headers as RequestHeaders)
    return this.#requestId
  }

  /** Takes the body, if there is one. The stream yields nothing afterwards. */
  takeBody(bytesMax: number, bodies: BodiesInProgress): Promise<Buffer> | undefined {
    // Data that arrived before, while a world was being opened, is in the stream.
    const early = this.readableLength > 0 ? (this.read() as Buffer) : undefined
    this.#isTaken = true
    if (!hasBody(this)) return undefined
    const announced = Number(this.headers['content-length'] ?? 0)
    if (announced > discardedBytesMax) return Promise.reject(payloadTooLarge(bytesMax))
    this.#body = bodies.begin(bytesMax)
    if (early !== undefined) this.#body.add(early)
    if (this.complete) this.#body.add(null)
    return this.#body.whole
  }

  /** Called by the parser with a chunk, or null at the end. Returning false pauses it. */
  override push(chunk: Buffer | null): boolean {
    if (chunk !== null && chunk.length < tinyBytes && ++this.#tinyChunks > tinyChunksMax) {
      this.destroy()
      return false
    }
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

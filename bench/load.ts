import { connect, type Socket } from 'node:net'
import { inTurn, type NextRequest } from './varied-requests.ts'

interface Load {
  readonly port: number
  /** Whole requests as bytes, sent in turn, or what makes them; each connection has one under way. */
  readonly requests: readonly Buffer[] | NextRequest
  readonly count: number
  readonly connections: number
  /** Told how long each request took. */
  readonly onAnswer?: (ms: number) => void
}

const replyBytesMax = 8 * 1024 * 1024
const readBytesMax = 64 * 1024
const loadTimeoutMs = 120_000
// Where the first digit of the status stands in `HTTP/1.1 200 OK`.
const statusAt = 9
// The last digit of the version in `HTTP/1.0 200 OK`.
const versionAt = 7
const digitZero = 0x30
const digitTwo = 0x32
const headEnd = Buffer.from('\r\n\r\n')

/** Sends the requests, expects success for each, and says how long all of them took. */
export function sendLoad({ port, requests, connections, ...load }: Load): Promise<number> {
  const next = typeof requests === 'function' ? requests : inTurn(requests)
  const client: Client = (lastReply) => ({ port, request: next(lastReply) })
  return sendFromClients({ ...load, clients: Array.from({ length: connections }, () => client) })
}

interface Call {
  readonly port: number
  readonly request: Buffer
}

/** Makes the next call. It gets the last reply to this client, whose bytes are reused afterwards. */
export type Client = (lastReply?: Buffer) => Call

interface ClientsLoad extends Pick<Load, 'count' | 'onAnswer'> {
  /** Each has one request under way, and one connection to each server that it calls. */
  readonly clients: readonly Client[]
}

/** The same for clients that call several servers. */
export async function sendFromClients({
  clients,
  count,
  onAnswer = () => {},
}: ClientsLoad): Promise<number> {
  const began = performance.now()
  let sent = 0
  await Promise.all(
    clients.map((client) =>
      converse((lastReply) => (sent++ < count ? client(lastReply) : undefined), onAnswer),
    ),
  )
  return performance.now() - began
}

/** Makes the calls that `take` gives, one after the other, until there is no more. */
async function converse(
  take: (lastReply?: Buffer) => Call | undefined,
  onAnswer: (ms: number) => void,
): Promise<void> {
  using connections = new DisposableStack()
  const byPort = new Map<number, Connection>()
  let call = take()
  while (call !== undefined) {
    const { port, request } = call
    const known = byPort.get(port)
    const connection = known?.isOpen ? known : connections.use(new Connection(port))
    byPort.set(port, connection)
    const askedAt = performance.now()
    const reply = await connection.ask(request)
    onAnswer(performance.now() - askedAt)
    call = take(reply)
  }
}

class Connection implements Disposable {
  readonly #socket: Socket
  readonly #reply = Buffer.allocUnsafe(replyBytesMax)
  #filled = 0
  #pending: PromiseWithResolvers<Buffer> | undefined

  constructor(port: number) {
    this.#socket = connect({
      host: '127.0.0.1',
      port,
      noDelay: true,
      onread: {
        buffer: Buffer.allocUnsafe(readBytesMax),
        callback: (length, bytes) => this.#receive(length, bytes as Buffer),
      },
    })
    this.#socket.setTimeout(loadTimeoutMs, () => this.#fail('It took too long.'))
    this.#socket.once('error', ({ message }) => this.#fail(message))
    this.#socket.once('close', () => this.#fail('The server closed the connection early.'))
  }

  get isOpen(): boolean {
    return !this.#socket.destroyed
  }

  ask(request: Buffer): Promise<Buffer> {
    this.#pending = Promise.withResolvers<Buffer>()
    if (this.#socket.destroyed) this.#fail('The connection was closed.')
    else this.#socket.write(request)
    return this.#pending.promise
  }

  [Symbol.dispose](): void {
    this.#socket.destroy()
  }

  #receive(length: number, bytes: Buffer): boolean {
    this.#filled += bytes.copy(this.#reply, this.#filled, 0, length)
    const end = replyEnd(this.#reply, this.#filled)
    if (end === undefined) return true
    const isSuccess = end === this.#filled && this.#reply[statusAt] === digitTwo
    this.#filled = 0
    // Such a server closes the connection, and the next request needs another one.
    if (this.#reply[versionAt] === digitZero) this.#socket.destroy()
    if (isSuccess) this.#pending!.resolve(this.#reply.subarray(0, end))
    else this.#fail(this.#reply.toString('latin1', 0, end))
    return true
  }

  #fail(why: string): void {
    this.#pending?.reject(new Error(`A bench request failed: ${why}`))
    this.#socket.destroy()
  }
}

/** Where the reply ends, or nothing while it is not all there. */
function replyEnd(bytes: Buffer, filled: number): number | undefined {
  const mark = bytes.subarray(0, filled).indexOf(headEnd)
  if (mark === -1) return undefined
  const head = bytes.toString('latin1', 0, mark)
  const at = head.indexOf('Content-Length: ')
  const end = mark + headEnd.length + (at === -1 ? 0 : Number.parseInt(head.slice(at + 16), 10))
  return filled < end ? undefined : end
}

import { connect, type Socket } from 'node:net'
import { inTurn, type NextRequest } from './varied-requests.ts'

export interface Load {
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
const digitTwo = 0x32
const headEnd = Buffer.from('\r\n\r\n')

/** Sends the requests, expects success for each, and says how long all of them took. */
export async function sendLoad(load: Load): Promise<number> {
  const { port, requests, count, connections, onAnswer = () => {} } = load
  const began = performance.now()
  const next = typeof requests === 'function' ? requests : inTurn(requests)
  let sent = 0
  const take = (lastReply?: Buffer) => (sent++ < count ? next(lastReply) : undefined)
  await Promise.all(Array.from({ length: connections }, () => converse(port, take, onAnswer)))
  return performance.now() - began
}

/** Sends what `take` gives over one connection, one after the other, until there is no more. */
function converse(
  port: number,
  take: (lastReply?: Buffer) => Buffer | undefined,
  onAnswer: (ms: number) => void,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const reply = Buffer.allocUnsafe(replyBytesMax)
    let filled = 0
    let isDone = false
    let askedAt = 0
    const fail = (why: string) => socket.destroy(new Error(`A bench request failed: ${why}`))
    const ask = (lastReply?: Buffer) => {
      const request = take(lastReply)
      isDone = request === undefined
      askedAt = performance.now()
      if (request === undefined) socket.end()
      else socket.write(request)
    }
    const receive = (length: number, bytes: Uint8Array) => {
      filled += (bytes as Buffer).copy(reply, filled, 0, length)
      const end = replyEnd(reply, filled)
      if (end === undefined) return true
      const isSuccess = end === filled && reply[statusAt] === digitTwo
      filled = 0
      onAnswer(performance.now() - askedAt)
      if (isSuccess) ask(reply.subarray(0, end))
      else fail(reply.toString('latin1', 0, end))
      return true
    }
    const socket: Socket = connect({
      host: '127.0.0.1',
      port,
      noDelay: true,
      onread: { buffer: Buffer.allocUnsafe(readBytesMax), callback: receive },
    })
    socket.setTimeout(loadTimeoutMs, () => fail('it took too long.'))
    socket.once('connect', () => ask())
    socket.once('error', reject)
    socket.once('close', () => {
      if (isDone) resolve()
      else reject(new Error('A server closed a bench connection early.'))
    })
  })
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

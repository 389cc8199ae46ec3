import { connect, type Socket } from 'node:net'

export interface Load {
  readonly port: number
  /** Whole requests as bytes, sent in turn; each connection has one of them under way. */
  readonly requests: readonly Buffer[]
  readonly count: number
  readonly connections: number
}

const replyBytesMax = 1024 * 1024
const loadTimeoutMs = 120_000
const headEnd = Buffer.from('\r\n\r\n')

/** Sends the requests, expects a 200 for each, and says how long all of them took. */
export async function sendLoad({ port, requests, count, connections }: Load): Promise<number> {
  const began = performance.now()
  let next = 0
  const take = () => (next < count ? requests[next++ % requests.length] : undefined)
  await Promise.all(Array.from({ length: connections }, () => converse(port, take)))
  return performance.now() - began
}

/** Sends what `take` gives over one connection, one after the other, until there is no more. */
function converse(port: number, take: () => Buffer | undefined): Promise<void> {
  const buffer = Buffer.allocUnsafe(replyBytesMax)
  // The socket reads into its own small buffer; only a reply in pieces is put together here.
  let filled = 0
  return new Promise((resolve, reject) => {
    const socket: Socket = connect({
      host: '127.0.0.1',
      port,
      noDelay: true,
      onread: {
        buffer: Buffer.allocUnsafe(64 * 1024),
        callback(length, bytes) {
          filled += (bytes as Buffer).copy(buffer, filled, 0, length)
          const end = replyEnd(buffer, filled)
          if (end === undefined) return true
          if (end !== filled || buffer[9] !== 0x32) fail(buffer.toString('latin1', 0, filled))
          filled = 0
          ask()
          return true
        },
      },
    })
    const ask = () => {
      const request = take()
      if (request === undefined) socket.end()
      else socket.write(request)
    }
    const fail = (why: string) => socket.destroy(new Error(`A bench request failed: ${why}`))
    socket.setTimeout(loadTimeoutMs, () => fail('it took too long.'))
    socket.once('connect', ask)
    socket.once('error', reject)
    socket.once('close', () => resolve())
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

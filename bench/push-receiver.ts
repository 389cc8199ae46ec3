import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'

const headEnd = Buffer.from('\r\n\r\n')
const taken = Buffer.from('HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n')
const hang = Buffer.from('POST /hang')

/** A program that takes messages as fast as it can; those for `/hang` are never answered. */
export interface Receiver extends AsyncDisposable {
  readonly base: string
  /** How many messages it has taken. */
  readonly count: number
  /** Gives the time of the last message when so many more have arrived. */
  after(more: number): Promise<number>
}

export async function openReceiver(): Promise<Receiver> {
  let count = 0
  let wanted = Number.POSITIVE_INFINITY
  let resolve: (atMs: number) => void = () => {}
  const server = createServer((socket) => {
    let rest: Buffer = Buffer.alloc(0)
    socket.on('error', () => {})
    socket.on('data', (chunk: Buffer) => {
      rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk])
      for (let end = rest.indexOf(headEnd); end !== -1; end = rest.indexOf(headEnd)) {
        const isHanging = rest.subarray(0, hang.length).equals(hang)
        rest = rest.subarray(end + headEnd.length)
        if (isHanging) continue
        socket.write(taken)
        if (++count === wanted) resolve(performance.now())
      }
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    base: `http://127.0.0.1:${port}`,
    get count() {
      return count
    },
    after(more) {
      wanted = count + more
      return new Promise((settle) => {
        resolve = settle
      })
    },
    async [Symbol.asyncDispose]() {
      server.close()
    },
  }
}

import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { setImmediate as turn } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { CrossOrigin } from './cors.ts'
import { ReplySender } from './reply-sender.ts'
import { WholeMessage } from './whole-message.ts'

const sender = new ReplySender({
  headersAlways: [],
  crossOrigin: new CrossOrigin([]),
  isClosing: () => false,
  stalledMs: 1000,
})

/** Sends a request, and returns its socket and the response to write. */
async function requested() {
  const server = createServer({ IncomingMessage: WholeMessage }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const arrived = once(server, 'request') as Promise<[IncomingMessage, ServerResponse]>
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n')
  const [, response] = await arrived
  const stop = async () => {
    socket.destroy()
    await new Promise((resolve) => server.close(resolve))
  }
  return { socket, response, [Symbol.asyncDispose]: stop }
}

/** Begins a stream, and calls `onClose` at its end. */
const beginStream = (response: ServerResponse, onClose: () => void) =>
  sender.send(
    response,
    { status: 200, headers: {}, body: undefined, stream: (sink) => sink.onClose(onClose) },
    {},
  )

it('closes a stream when its client leaves', async () => {
  await using given = await requested()
  const closed = new Promise<void>((resolve) => beginStream(given.response, resolve))
  given.socket.destroy()
  await closed
})

it('closes a stream whose client has left before it begins', async () => {
  await using given = await requested()
  given.socket.destroy()
  await once(given.response, 'close')
  let isClosed = false
  beginStream(given.response, () => {
    isClosed = true
  })
  await turn()
  expect(isClosed).toBe(true)
})

import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { forward, type Observer } from './forwarding.ts'

/** A second address of a server, whose requests and responses an observer gets. */
interface ObservedServer extends AsyncDisposable {
  /** The root URL, without a trailing slash. */
  readonly url: string
}

export async function openObservedServer(
  serverUrl: string,
  observer: Observer,
): Promise<ObservedServer> {
  const target = new URL(serverUrl)
  const server = createServer((request, response) => {
    const host = request.headers.host ?? url.slice('http://'.length)
    const address = `http://${host}${request.url ?? '/'}`
    forward({ request, response, target, headers: { host }, address, observer })
  })
  server.on('clientError', (_, socket) => socket.destroy())
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url,
    async [Symbol.asyncDispose]() {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}

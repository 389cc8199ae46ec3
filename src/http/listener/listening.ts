import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Opens the port and gives the address that it is reached at. */
export function listen(
  server: Server,
  { host, port }: { host: string; port: number },
): Promise<string> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen({ host, port }, () => {
      const { port: chosen } = server.address() as AddressInfo
      resolve(`http://${host.includes(':') ? `[${host}]` : host}:${chosen}`)
    })
  })
}

const lookEveryMs = 50

/** Takes no new connections and waits for the requests under way, up to a bound. */
export async function drain(server: Server, timeoutMs: number): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()))
  // A connection that is kept alive becomes idle when its answer has gone out.
  const idle = setInterval(() => server.closeIdleConnections(), lookEveryMs)
  const late = setTimeout(() => server.closeAllConnections(), timeoutMs)
  server.closeIdleConnections()
  await closed
  clearInterval(idle)
  clearTimeout(late)
}

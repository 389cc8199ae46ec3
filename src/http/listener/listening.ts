import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Opens the port and returns the URL of the server. */
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

/** Accepts no new connections and waits for running requests, up to a limit. */
export async function drain(server: Server, timeoutMs: number): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()))
  // A keep-alive connection becomes idle when its response is sent.
  const idle = setInterval(() => server.closeIdleConnections(), lookEveryMs)
  const late = setTimeout(() => server.closeAllConnections(), timeoutMs)
  server.closeIdleConnections()
  await closed
  clearInterval(idle)
  clearTimeout(late)
}

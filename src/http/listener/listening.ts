import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

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

export interface DrainSettings {
  readonly drainDelayMs: number
  readonly drainIdleMs: number
  readonly drainTimeoutMs: number
}

/**
 * Stops a server without cutting off any request. It first serves as usual while readiness checks fail, then
 * ends each connection with its next answer (`beginClosing`), then closes idle connections, accepts no more, and
 * waits for the requests in progress.
 */
export async function drain(
  server: Server,
  { drainDelayMs, drainIdleMs, drainTimeoutMs }: DrainSettings,
  beginClosing: () => void,
): Promise<void> {
  await sleep(drainDelayMs)
  beginClosing()
  // Clients that are about to use a connection again learn from the answer that it ends.
  await sleep(drainIdleMs)
  const closed = new Promise<void>((resolve) => server.close(() => resolve()))
  const idle = setInterval(() => server.closeIdleConnections(), lookEveryMs)
  const late = setTimeout(() => server.closeAllConnections(), drainTimeoutMs)
  await closed
  clearInterval(idle)
  clearTimeout(late)
}

import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { type AddressInfo, Server as PortServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { PlatformSettings } from '#/kernel/settings/settings.ts'
import { Arrivals } from './arrivals.ts'
import { createListener, type ListenedSite, type SiteDirectory } from './listener.ts'
import { securityHeaders } from './security-headers.ts'

interface ListenedSites {
  readonly site: Omit<ListenedSite, 'prefix'>
  /** Further sites. */
  readonly worlds: SiteDirectory | undefined
}

/** Listens on the port that the settings name. */
export class Listener {
  readonly #settings: PlatformSettings
  readonly #arrivals = new Arrivals()
  #server: Server | undefined
  #isClosing = false
  #address = ''

  constructor(settings: PlatformSettings) {
    this.#settings = settings
  }

  /** The URL of the server; empty before it listens. */
  get address(): string {
    return this.#address
  }

  async listen({ site, worlds }: ListenedSites): Promise<void> {
    const settings = this.#settings
    this.#server = createListener({
      ...settings,
      arrivals: this.#arrivals,
      site: { ...site, prefix: '' },
      worlds,
      headersAlways: securityHeaders(settings),
      isClosing: () => this.#isClosing,
      // In dev mode, the workbench and one-click sign-in depend on the host of the request.
      publicOrigin: settings.mode === 'production' ? settings.publicUrl : '',
      fallbackOrigin: () => this.#address,
      limits: settings,
    })
    this.#address = await listen(this.#server, settings)
  }

  /** Closes connections with their responses, and waits for running requests. */
  async drain(endStreams: () => void): Promise<void> {
    const served = { server: this.#server!, arrivals: this.#arrivals }
    const beginClosing = () => {
      this.#isClosing = true
    }
    await drain(served, this.#settings, { beginClosing, endStreams })
  }
}

/** Opens the port and returns the URL of the server. */
export function listen(
  server: Server,
  { host, port }: { host: string; port: number },
): Promise<string> {
  return new Promise((resolve, reject) => {
    server.once('error', (error) => reject(listenError(error, { host, port })))
    server.listen({ host, port }, () => {
      const { port: chosen } = server.address() as AddressInfo
      resolve(`http://${host.includes(':') ? `[${host}]` : host}:${chosen}`)
    })
  })
}

/** Explains how to fix a port that cannot be opened. */
function listenError(cause: NodeJS.ErrnoException, { host, port }: { host: string; port: number }) {
  switch (cause.code) {
    case 'EADDRINUSE':
      return new Error(
        `Port ${port} of ${host} is in use: stop the program that uses it, or set ALMANAC_PORT.`,
      )
    case 'EACCES':
      return new Error(
        `This user may not open port ${port}: set ALMANAC_PORT to a number above 1023.`,
      )
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return new Error(`${host} is not an address of this machine: set ALMANAC_HOST to one.`)
    default:
      return cause
  }
}

/** Fails if the port cannot be opened, before anything is created for a server that will not run. */
export async function requireFreePort(settings: { host: string; port: number }): Promise<void> {
  const server = createServer()
  await listen(server, settings)
  await new Promise((resolve) => server.close(resolve))
}

const lookEveryMs = 100

interface DrainSettings {
  readonly drainDelayMs: number
  readonly drainIdleMs: number
  readonly drainTimeoutMs: number
}

/**
 * Stops a server without cutting off any request. It first serves as usual while readiness checks fail, then
 * ends each connection with its next answer (`beginClosing`), then accepts no more connections, closes idle ones,
 * ends streams, whose readers would otherwise return to this server, and waits for the requests in progress.
 */
async function drain(
  { server, arrivals }: { server: Server; arrivals: Arrivals },
  { drainDelayMs, drainIdleMs, drainTimeoutMs }: DrainSettings,
  { beginClosing, endStreams }: { beginClosing: () => void; endStreams: () => void },
): Promise<void> {
  await sleep(drainDelayMs)
  beginClosing()
  // Clients that are about to use a connection again learn from the answer that it ends.
  await sleep(drainIdleMs)
  const closed = once(server, 'close')
  // Unlike the method of HTTP servers, it does not close connections whose first request was not read yet.
  await arrivals.end(() => PortServer.prototype.close.call(server))
  // Right after Node has read what has arrived, so that no connection with a request counts as idle.
  const idle = setInterval(() => {
    endStreams()
    setImmediate(() => server.closeIdleConnections())
  }, lookEveryMs)
  const late = setTimeout(() => server.closeAllConnections(), drainTimeoutMs)
  await closed
  clearInterval(idle)
  clearTimeout(late)
  server.close()
}

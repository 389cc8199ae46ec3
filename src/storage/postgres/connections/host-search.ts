import { connect } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import type { PostgresUrl } from '#/kernel/settings/postgres-url.ts'
import { failingSocket, LimitedSocket } from './limited-sockets.ts'

type Host = PostgresUrl['hosts'][number]

interface HostSearchOptions {
  readonly hosts: readonly Host[]
  /** How long a host may take to answer. */
  readonly timeoutMs: number
  /** Whether the driver closes connections to hosts that do not have the required role. */
  readonly isSelective: boolean
  /** The list of the driver, which tries again after an error while it connects if there is a second host. */
  readonly driverHosts: string[]
}

/** A host that was silent is tried last for this long. */
const silentMs = 30_000
/** The pause after a round in which no host had the required role. */
const roundPauseMs = 200

/**
 * Opens connections to the first of several hosts that answers. The driver would wait for the first one that
 * accepts a connection, even if that never answers.
 */
export class HostSearch {
  readonly #options: HostSearchOptions
  readonly #silentUntilMs = new Map<Host, number>()
  #last: { readonly socket: LimitedSocket; readonly index: number } | undefined

  constructor(options: HostSearchOptions) {
    this.#options = options
  }

  /** A connected socket, or one that fails. The driver would not notice if there were none. */
  async open(): Promise<LimitedSocket> {
    const { hosts, timeoutMs, isSelective, driverHosts } = this.#options
    for (const host of await this.#inOrder()) {
      if (await answers(host, timeoutMs)) {
        const socket = await connectTo(host, timeoutMs)
        if (socket !== undefined) {
          this.#last = { socket, index: hosts.indexOf(host) }
          if (isSelective) driverHosts[1] = driverHosts[0]!
          return socket
        }
      }
      this.#silentUntilMs.set(host, performance.now() + silentMs)
    }
    driverHosts.length = 1
    return failing(hosts)
  }

  async #inOrder(): Promise<readonly Host[]> {
    const { hosts, isSelective } = this.#options
    const last = this.#last
    if (isSelective && last !== undefined) {
      const first = (last.index + (last.socket.destroyed ? 1 : 0)) % hosts.length
      if (last.socket.destroyed && first === 0) await delay(roundPauseMs)
      return [...hosts.slice(first), ...hosts.slice(0, first)]
    }
    const nowMs = performance.now()
    const isSilent = (host: Host) => (this.#silentUntilMs.get(host) ?? 0) > nowMs
    return hosts.toSorted((one, two) => Number(isSilent(one)) - Number(isSilent(two)))
  }
}

// Every server and pooler answers it with a byte, without logging in.
const encryptionRequest = Buffer.from('0000000804d2162f', 'hex')

function answers(host: Host, timeoutMs: number): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const socket = connect(host)
  const timer = setTimeout(() => socket.destroy(), timeoutMs)
  socket.on('connect', () => socket.write(encryptionRequest))
  socket.on('data', () => {
    resolve(true)
    socket.destroy()
  })
  socket.on('error', () => {})
  socket.on('close', () => {
    clearTimeout(timer)
    resolve(false)
  })
  return promise
}

function connectTo(host: Host, timeoutMs: number): Promise<LimitedSocket | undefined> {
  const { promise, resolve } = Promise.withResolvers<LimitedSocket | undefined>()
  const socket = new LimitedSocket().connect(host) as LimitedSocket
  const timer = setTimeout(() => socket.destroy(), timeoutMs)
  const onError = () => {}
  const onClose = () => resolve(undefined)
  socket.on('error', onError)
  socket.on('close', onClose)
  socket.once('connect', () => {
    clearTimeout(timer)
    socket.off('error', onError)
    socket.off('close', onClose)
    // The driver verifies this name in certificates.
    resolve(Object.assign(socket, { host: host.host }))
  })
  return promise
}

function failing(hosts: readonly Host[]): LimitedSocket {
  const names = hosts.map(({ host, port }) => `${host}:${port}`).join(', ')
  const error = new Error(`None of these servers answers: ${names}`)
  return failingSocket(Object.assign(error, { code: 'CONNECT_TIMEOUT' }))
}

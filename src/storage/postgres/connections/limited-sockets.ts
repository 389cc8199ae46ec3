import { Socket } from 'node:net'

/** How many connections the pools of one purpose have open at a time, the retired ones among them included. */
export class ConnectionSlots {
  readonly #waiting = new Set<() => void>()
  #count: number
  /** Negative while more are in use than there are. */
  #free: number

  constructor(count: number) {
    this.#count = count
    this.#free = count
  }

  /** Changes the number of slots. Those in use stay in use. */
  resize(count: number): void {
    const added = count - this.#count
    this.#count = count
    if (added < 0) this.#free += added
    for (let index = 0; index < added; index++) this.release()
  }

  /** Takes a slot; returns whether one was free in time. */
  take(timeoutMs: number): Promise<boolean> {
    const { promise, resolve } = Promise.withResolvers<boolean>()
    if (this.#free > 0) {
      this.#free--
      resolve(true)
      return promise
    }
    const timer = setTimeout(() => {
      this.#waiting.delete(take)
      resolve(false)
    }, timeoutMs)
    const take = () => {
      clearTimeout(timer)
      resolve(true)
    }
    this.#waiting.add(take)
    return promise
  }

  release(): void {
    const [next] = this.#waiting
    if (next === undefined || this.#free < 0) this.#free++
    else {
      this.#waiting.delete(next)
      next()
    }
  }
}

/** A socket that reports its end by a promise, because the driver removes all listeners. */
export class LimitedSocket extends Socket {
  readonly #whenClosed = Promise.withResolvers<void>()

  get whenClosed(): Promise<void> {
    return this.#whenClosed.promise
  }

  override _destroy(error: Error | null, callback: (error?: Error | null) => void): void {
    super._destroy(error, (failure) => {
      this.#whenClosed.resolve()
      callback(failure)
    })
  }
}

/** Another connection would be one too many. Nothing was sent, so that other connections can be asked. */
export class ConnectionLimit extends Error {
  readonly code = 'CONNECTION_LIMIT'

  constructor() {
    super('All connections to the database are in use.')
  }
}

/** The driver would open another connection, and again when that is closed, until it gets an error. */
class PoolEnded extends Error {
  readonly code = 'CONNECTION_ENDED'

  constructor() {
    super('This pool of connections to the database has ended.')
  }
}

// Connections of a retired pool usually close sooner, and who waits may use another connection instead.
const slotWaitMs = 100
/** How long the server may take to close a connection after a farewell. */
const farewellMs = 1_000

/** The sockets of one pool, within the limit of all pools of its purpose. */
export class LimitedSockets {
  readonly #slots: ConnectionSlots
  readonly #open = new Set<LimitedSocket>()
  #isEnded = false
  #isRefusing = false

  constructor(slots: ConnectionSlots) {
    this.#slots = slots
  }

  /** Whether the connection that is being closed was never opened. */
  get isRefusing(): boolean {
    return this.#isRefusing
  }

  /** A socket for the driver, which would not notice if there were none. */
  async open(connect: () => LimitedSocket | Promise<LimitedSocket>): Promise<Socket> {
    if (this.#isEnded) return failingSocket(new PoolEnded())
    if (!(await this.#slots.take(slotWaitMs))) return this.#refusedSocket()
    const socket = await connect()
    this.#open.add(socket)
    void socket.whenClosed.then(() => {
      this.#open.delete(socket)
      this.#slots.release()
    })
    if (this.#isEnded) socket.destroy()
    return socket
  }

  /** Closes what its pool has left open. */
  end(): void {
    this.#isEnded = true
    for (const socket of this.#open) {
      setTimeout(() => socket.destroy(), farewellMs).unref()
    }
  }

  #refusedSocket(): Socket {
    const socket = failingSocket(new ConnectionLimit())
    // The driver reports the end of a connection while this event is emitted.
    socket.once('close', () => {
      this.#isRefusing = true
      queueMicrotask(() => {
        this.#isRefusing = false
      })
    })
    return socket
  }
}

/**
 * A socket that fails when the driver begins to write. If it failed before, the driver would keep what it
 * could not write, and never write on the next connection of that slot.
 */
class FailingSocket extends LimitedSocket {
  readonly #error: Error

  constructor(error: Error) {
    super()
    this.#error = error
  }

  override _write(_chunk: unknown, _encoding: string, callback: (error: Error) => void): void {
    callback(this.#error)
  }
}

export const failingSocket = (error: Error): LimitedSocket => new FailingSocket(error)

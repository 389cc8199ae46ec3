import { expect } from 'vitest'
import { type as, calendars, until } from './calling.ts'

type Calls = ReturnType<typeof as>

const events = `${calendars}/primary/events`

/** Clients that change an event of their own, each time on another process, and check what the next one has. */
export class HoppingClients implements AsyncDisposable {
  readonly #clients: readonly Client[]
  readonly #running: Promise<unknown>
  #isOver = false

  /** Each client is given as its calls to all processes. */
  constructor(clients: readonly (readonly Calls[])[]) {
    this.#clients = clients.map((callers, index) => new Client(callers, index))
    this.#running = Promise.all(this.#clients.map((client) => client.run(() => this.#isOver)))
  }

  /** Resolves when some writes of every client have been acknowledged from now on. */
  async progress(): Promise<void> {
    const before = this.#clients.map(({ acknowledged }) => acknowledged)
    await until(
      () => this.#clients.every(({ acknowledged }, index) => acknowledged > before[index]! + 3),
      (isDone) => isDone,
    )
  }

  async expectNothingLost(): Promise<void> {
    await this[Symbol.asyncDispose]()
    expect(this.#clients.flatMap(({ unexpected }) => unexpected)).toEqual([])
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isOver = true
    await this.#running
  }
}

class Client {
  readonly unexpected: unknown[] = []
  acknowledged = 0
  readonly #callers: readonly Calls[]
  #attempted = 0
  #hops: number
  #path = ''

  constructor(callers: readonly Calls[], first: number) {
    this.#callers = callers
    this.#hops = first
  }

  get #next(): Calls {
    return this.#callers[this.#hops++ % this.#callers.length]!
  }

  async run(isOver: () => boolean): Promise<void> {
    const day = { date: '2030-01-01' }
    const { json } = await this.#next.post(events, { summary: '0', start: day, end: day })
    this.#path = `${events}/${json.id}`
    while (!isOver()) {
      const attempt = ++this.#attempted
      const reply = await this.#next
        .patch(this.#path, { summary: `${attempt}` })
        .catch(() => undefined)
      if (reply?.status === 200) {
        this.acknowledged = attempt
        await this.#check()
      } else if (reply !== undefined && reply.status !== 503) this.unexpected.push(reply.json)
    }
    await until(
      () => this.#check(),
      (isAnswered) => isAnswered,
    )
  }

  /** Compares what another process has with what was acknowledged. What failed may have been written. */
  async #check(): Promise<boolean> {
    const reply = await this.#next.get(this.#path).catch(() => undefined)
    if (reply?.status !== 200) return false
    const found = Number(reply.json.summary)
    if (found < this.acknowledged || found > this.#attempted) {
      this.unexpected.push({ found, acknowledged: this.acknowledged })
    }
    return true
  }
}

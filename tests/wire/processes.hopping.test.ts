import { expect, it } from 'vitest'
import { as, calendars, until } from '../support/calling.ts'
import { startPostgres } from '../support/postgres-server.ts'
import { placeOnPostgres } from '../support/server.ts'

const events = `${calendars}/primary/events`
const clientsCount = 6

it('clients that hop between processes see their writes and lose none, whatever is killed or restarted', async () => {
  const { url, restart, stop } = await startPostgres(18)
  await using place = await placeOnPostgres({ url, [Symbol.asyncDispose]: stop })
  const servers = await Promise.all([1, 2, 3].map(() => place.startProcess()))
  const { token } = await servers[0]!.mint()
  const callers = servers.map(({ base }) => as(base, token))
  let isOver = false

  /** A client that changes an event of its own, each time on another process. */
  class Client {
    readonly unexpected: unknown[] = []
    acknowledged = 0
    #attempted = 0
    #hops: number
    #path = ''

    constructor(first: number) {
      this.#hops = first
    }

    get #next() {
      return callers[this.#hops++ % callers.length]!
    }

    async run(): Promise<void> {
      const day = { date: '2030-01-01' }
      const { json } = await this.#next.post(events, { summary: '0', start: day, end: day })
      this.#path = `${events}/${json.id}`
      while (!isOver) {
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

  const clients = Array.from({ length: clientsCount }, (_, index) => new Client(index))
  const running = Promise.all(clients.map((client) => client.run()))
  const progress = () => {
    const before = clients.map(({ acknowledged }) => acknowledged)
    return until(
      () => clients.every(({ acknowledged }, index) => acknowledged > before[index]! + 3),
      (isDone) => isDone,
    )
  }
  await progress()
  await servers[2]!.kill()
  await progress()
  await restart()
  await progress()
  isOver = true
  await running
  expect(clients.flatMap(({ unexpected }) => unexpected)).toEqual([])
})

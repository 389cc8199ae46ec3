import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A message as it arrived. */
interface ReceivedMessage {
  readonly method: string
  readonly path: string
  readonly headers: IncomingMessage['headers']
  readonly body: string
  readonly atMs: number
}

/** What a receiver does with a message: a status to answer with, or the answer itself. */
type Behaviour = number | ((response: ServerResponse, message: ReceivedMessage) => void)

/** A program on this machine that receives the messages of channels. */
export class WebhookReceiver implements AsyncDisposable {
  readonly received: ReceivedMessage[] = []
  /** What it does with a message, by its path; it takes everything where nothing is said. */
  readonly behaviours = new Map<string, Behaviour>()
  readonly #server: Server
  readonly #waiting = new Set<() => void>()
  #paths = 0

  private constructor() {
    this.#server = createServer((message, response) => {
      let body = ''
      message.setEncoding('utf8').on('data', (chunk: string) => {
        body += chunk
      })
      message.on('end', () => this.#take(message, body, response))
    })
  }

  static async open({ port = 0 } = {}): Promise<WebhookReceiver> {
    const receiver = new WebhookReceiver()
    receiver.#server.listen(port, '127.0.0.1')
    await once(receiver.#server, 'listening')
    return receiver
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port
  }

  /** An address of its own for a channel, which does what is said. */
  address(behaviour: Behaviour = 200): string {
    const path = `/hook${++this.#paths}`
    this.behaviours.set(path, behaviour)
    return `http://127.0.0.1:${this.port}${path}`
  }

  at(address: string): ReceivedMessage[] {
    const { pathname } = new URL(address)
    return this.received.filter(({ path }) => path === pathname)
  }

  /** The states and numbers of what has arrived there. */
  told(address: string): [string, number][] {
    return this.at(address).map(({ headers }) => [
      String(headers['x-goog-resource-state']),
      Number(headers['x-goog-message-number']),
    ])
  }

  /** Resolves when so many messages have arrived at the address. */
  async until(address: string, count: number, withinMs = 60_000): Promise<ReceivedMessage[]> {
    const end = performance.now() + withinMs
    while (this.at(address).length < count) {
      const leftMs = end - performance.now()
      if (leftMs <= 0) {
        throw new Error(`${this.at(address).length} of ${count} messages within ${withinMs} ms`)
      }
      await this.#next(leftMs)
    }
    return this.at(address)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise((resolve) => this.#server.close(resolve))
  }

  #take(message: IncomingMessage, body: string, response: ServerResponse): void {
    const { method = '', url = '', headers } = message
    const path = url.split('?')[0]!
    const received = { method, path, headers, body, atMs: performance.now() }
    this.received.push(received)
    const behaviour = this.behaviours.get(path) ?? 200
    if (typeof behaviour === 'function') behaviour(response, received)
    else response.writeHead(behaviour).end()
    for (const wake of [...this.#waiting]) wake()
  }

  #next(withinMs: number): Promise<void> {
    return new Promise((resolve) => {
      const wake = () => {
        clearTimeout(timer)
        this.#waiting.delete(wake)
        resolve()
      }
      const timer = setTimeout(wake, withinMs)
      this.#waiting.add(wake)
    })
  }
}

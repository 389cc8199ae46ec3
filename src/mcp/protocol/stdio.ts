import { once } from 'node:events'
import { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { setTimeout as delay } from 'node:timers/promises'
import type { JSONRPCMessage } from '@modelcontextprotocol/server'
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio'
import type { Log } from '#/kernel/log.ts'
import { createProtocolServer, type Session } from './protocol-server.ts'

/** How long requests are answered after the input has ended. Then nobody can answer questions of the server anymore. */
const lastAnswersMsMax = 10_000

/** Serves one client over standard input and output, until the client closes the input or ends the command. */
export async function serveOverStdio(session: Session, log: Log): Promise<void> {
  const requests = new OpenRequests()
  // The library drops what is in progress when its input ends.
  const input = Readable.from(inputUntilAnswered(requests), { objectMode: false })
  const transport = new StdioServerTransport(input)
  const connection = serveStdio(() => createProtocolServer(session), {
    transport,
    onerror: (err) => log.debug('MCP request refused', { err }),
  })
  requests.watch(transport)
  await Promise.race([
    finished(input).catch(() => {}),
    once(process, 'SIGINT'),
    once(process, 'SIGTERM'),
  ])
  await connection.close()
  process.stdin.destroy()
}

async function* inputUntilAnswered(requests: OpenRequests): AsyncGenerator<Buffer> {
  yield* process.stdin
  const ended = new AbortController()
  await Promise.race([
    requests.answered(),
    delay(lastAnswersMsMax, undefined, { signal: ended.signal }),
  ])
  ended.abort()
}

/** The requests of a client that have not been answered. */
class OpenRequests {
  readonly #ids = new Set<unknown>()
  #onAnswered = () => {}

  /** Call this before the first message arrives. */
  watch(transport: StdioServerTransport): void {
    const { onmessage: receive } = transport
    const send = transport.send.bind(transport)
    transport.onmessage = (message) => {
      this.#note(message)
      receive?.(message)
    }
    transport.send = async (message) => {
      await send(message)
      if (!('method' in message)) this.#end(message.id)
    }
  }

  async answered(): Promise<void> {
    if (this.#ids.size > 0) await new Promise<void>((resolve) => (this.#onAnswered = resolve))
  }

  #note(message: JSONRPCMessage): void {
    if (!('method' in message)) return
    if (message.method === 'notifications/cancelled') this.#end(message.params?.requestId)
    // Its answer comes when the connection is closed.
    else if ('id' in message && message.method !== 'subscriptions/listen') this.#ids.add(message.id)
  }

  #end(id: unknown): void {
    this.#ids.delete(id)
    if (this.#ids.size === 0) this.#onAnswered()
  }
}

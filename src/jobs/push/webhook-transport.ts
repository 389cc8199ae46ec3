import type { Agent, Dispatcher } from 'undici'
import { guardedConnector, RefusedTarget } from '#/kernel/outgoing/guarded-connector.ts'
import type { TargetRules } from '#/kernel/outgoing/target-rules.ts'
import { OnDemand } from '#/kernel/process/on-demand.ts'
import type { Answer } from './outcome.ts'

/** A notification that is being sent. */
export interface Posting {
  readonly answer: Promise<Answer>
  /** Aborts it, as if there were no response. */
  abort(): void
}

interface TransportContext {
  readonly rules: TargetRules
  readonly timeoutMs: number
  readonly replyBytesMax: number
  readonly connectionsPerHostMax: number
}

export interface Message {
  readonly target: URL
  readonly headers: Record<string, string>
}

const keepAliveMs = 4_000
const hostsMax = 10_000
const timedOut = 'The receiver did not answer in time.'

/** Posts notifications over keep-alive connections. It does not follow redirects. */
export class WebhookTransport {
  readonly #context: TransportContext
  readonly #agent: OnDemand<Agent>

  constructor(context: TransportContext) {
    this.#context = context
    this.#agent = new OnDemand(() => openAgent(context))
  }

  post(message: Message): Posting {
    const { promise: answer, resolve } = Promise.withResolvers<Answer>()
    let abort = () => resolve({ error: timedOut })
    const { replyBytesMax } = this.#context
    this.#agent.get().then(
      (agent) => {
        const exchange = new Exchange(replyBytesMax, resolve)
        abort = () => exchange.abort()
        exchange.begin(agent, message)
      },
      (error: unknown) => resolve({ error: String(error) }),
    )
    return { answer, abort: () => abort() }
  }

  async close(): Promise<void> {
    await (await this.#agent.loaded)?.destroy()
  }
}

// Loaded on demand: the library takes longer to load than the rest of a start, and many servers send no
// notifications.
async function openAgent(context: TransportContext): Promise<Agent> {
  const { Agent, buildConnector } = await import('undici')
  return new Agent({
    connect: guardedConnector(buildConnector, context),
    connections: context.connectionsPerHostMax,
    pipelining: 1,
    allowH2: false,
    keepAliveTimeout: keepAliveMs,
    keepAliveMaxTimeout: keepAliveMs,
    headersTimeout: context.timeoutMs,
    bodyTimeout: context.timeoutMs,
    maxOrigins: hostsMax,
  })
}

/** A request and its response, of which only the status matters. */
class Exchange implements Dispatcher.DispatchHandler {
  readonly #replyBytesMax: number
  readonly #resolve: (answer: Answer) => void
  #repeat: (() => void) | undefined
  #controller: Dispatcher.DispatchController | undefined
  #status: number | undefined
  #bytes = 0
  #isOver = false

  constructor(replyBytesMax: number, resolve: (answer: Answer) => void) {
    this.#replyBytesMax = replyBytesMax
    this.#resolve = resolve
  }

  begin(agent: Agent, { target, headers }: Message): void {
    const { origin, pathname, search } = target
    const send = () => {
      try {
        agent.dispatch({ origin, path: pathname + search, method: 'POST', headers }, this)
      } catch (error) {
        this.#end({ error: describe(error) })
      }
    }
    // The other end may have closed a kept-alive connection, which is no failure of the receiver.
    this.#repeat = () => {
      this.#repeat = undefined
      send()
    }
    send()
  }

  abort(): void {
    this.#end(this.#status === undefined ? { error: timedOut } : { status: this.#status })
    this.#controller?.abort(new Error(timedOut))
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller
    if (this.#isOver) controller.abort(new Error(timedOut))
  }

  onResponseStart(controller: Dispatcher.DispatchController, status: number): void {
    if (status >= 200 || status === 102) this.#status = status
    // The receiver has the notification and is still processing it.
    if (status !== 102) return
    this.#end({ status })
    controller.abort(new Error('enough'))
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#bytes += chunk.length
    if (this.#bytes <= this.#replyBytesMax) return
    this.#end({ status: this.#status! })
    controller.abort(new Error('enough'))
  }

  onResponseEnd(): void {
    this.#end({ status: this.#status! })
  }

  onResponseError(_controller: unknown, error: Error): void {
    if (this.#status !== undefined) this.#end({ status: this.#status })
    else if (error instanceof RefusedTarget) this.#end({ refusal: error.message })
    else if (wasClosedEarly(error) && this.#repeat && !this.#isOver) this.#repeat()
    else this.#end({ error: describe(error) })
  }

  #end(answer: Answer): void {
    this.#isOver = true
    this.#resolve(answer)
  }
}

const closedEarly: ReadonlySet<unknown> = new Set(['UND_ERR_SOCKET', 'ECONNRESET', 'EPIPE'])

const wasClosedEarly = (error: Error) => closedEarly.has((error as NodeJS.ErrnoException).code)

const errorTextMax = 500

function describe(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException
  const text = code === undefined || message.includes(code) ? message : `${code}: ${message}`
  return text.replaceAll('\0', '').slice(0, errorTextMax) || String(error)
}

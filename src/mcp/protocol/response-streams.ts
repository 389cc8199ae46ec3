import type { WireReply } from '#/http/wire.ts'
import type { Log } from '#/kernel/log.ts'

interface StreamListeners {
  /** Called with what ends the stream. */
  readonly onOpen?: (end: () => void) => void
  /** Called when the response has ended, whether it was a stream or not. */
  readonly onEnd?: () => void
}

/** Sends the responses of the library, some of which are streams of events without a known end. */
export class ResponseStreams {
  readonly #log: Log
  /** Ends the open streams. */
  readonly #open = new Set<() => void>()

  constructor(log: Log) {
    this.#log = log
  }

  endAll(): void {
    for (const end of this.#open) end()
  }

  async reply(response: Response, listeners: StreamListeners = {}): Promise<WireReply> {
    const headers = Object.fromEntries(
      [...response.headers].filter(([name]) => name !== 'connection'),
    )
    const { status, body } = response
    if (body === null || !headers['content-type']?.startsWith('text/event-stream')) {
      listeners.onEnd?.()
      return { status, headers, body: body === null ? undefined : await response.text() }
    }
    return {
      status,
      headers,
      body: undefined,
      stream: (sink) => void this.#send(body, sink, listeners),
    }
  }

  /** Copies a stream of events, until either side ends it. */
  async #send(
    body: ReadableStream<Uint8Array>,
    sink: Parameters<NonNullable<WireReply['stream']>>[0],
    { onOpen, onEnd }: StreamListeners,
  ): Promise<void> {
    const reader = body.getReader()
    const end = () => void reader.cancel().catch(() => {})
    onOpen?.(end)
    this.#open.add(end)
    sink.onClose(end)
    try {
      const decoder = new TextDecoder()
      for (;;) {
        const { done, value } = await reader.read()
        if (done) break
        sink.write(decoder.decode(value, { stream: true }))
      }
    } catch (err) {
      this.#log.warn('an MCP stream failed', { err })
    } finally {
      this.#open.delete(end)
      onEnd?.()
      sink.end()
    }
  }
}

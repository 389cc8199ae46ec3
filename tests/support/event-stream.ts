import { type ClientRequest, request } from 'node:http'

interface StreamEvent {
  readonly event: string
  readonly data: Readonly<Record<string, unknown>>
  /** The last id that was given, with this event or before. */
  readonly id: string | undefined
}

/** A reader of a stream of events, as a browser is one. */
export class EventStream implements AsyncDisposable {
  readonly events: StreamEvent[] = []
  /** What was written only to show that the stream is alive. */
  comments = 0
  status = 0
  isOver = false
  /** The body where there is no stream. */
  text = ''
  readonly #request: ClientRequest
  readonly #waiting = new Set<() => void>()
  #id: string | undefined

  private constructor(address: string, headers: Record<string, string>) {
    this.#request = request(address, { headers }, (response) => {
      this.status = response.statusCode ?? 0
      let rest = ''
      response.setEncoding('utf8').on('data', (chunk: string) => {
        if (this.status !== 200) this.text += chunk
        const blocks = (rest + chunk).split('\n\n')
        rest = blocks.pop()!
        for (const block of blocks) this.#read(block)
        this.#wake()
      })
      response.on('close', () => this.#end())
      this.#wake()
    })
    this.#request.on('error', () => this.#end())
    this.#request.end()
  }

  /** Resolves when the head of the answer is there. */
  static async open(address: string, headers: Record<string, string>): Promise<EventStream> {
    const stream = new EventStream(address, headers)
    await stream.until(() => stream.status !== 0)
    return stream
  }

  get lastId(): string | undefined {
    return this.#id
  }

  /** The kinds and calendars of what it has told of. */
  get changes(): string[] {
    return this.events
      .filter(({ event }) => event === 'change')
      .map(({ data }) => [data.kind, data.calendarId].filter(Boolean).join(' '))
  }

  async until(isThere: () => boolean, withinMs = 60_000): Promise<void> {
    const end = performance.now() + withinMs
    while (!isThere()) {
      if (performance.now() > end) {
        throw new Error(`not within ${withinMs} ms: ${JSON.stringify(this.events)}`)
      }
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, 100)
        this.#waiting.add(() => {
          clearTimeout(timer)
          resolve()
        })
      })
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#request.destroy()
  }

  #read(block: string): void {
    const fields = new Map<string, string>()
    for (const line of block.split('\n')) {
      if (line.startsWith(':')) this.comments++
      const [, name, value] = /^(\w+): (.*)$/.exec(line) ?? []
      if (name !== undefined) fields.set(name, value!)
    }
    this.#id = fields.get('id') ?? this.#id
    const data = fields.get('data')
    if (data === undefined) return
    const event = fields.get('event') ?? 'message'
    this.events.push({ event, data: JSON.parse(data) as StreamEvent['data'], id: this.#id })
  }

  #end(): void {
    this.isOver = true
    this.#wake()
  }

  #wake(): void {
    for (const wake of this.#waiting) wake()
    this.#waiting.clear()
  }
}

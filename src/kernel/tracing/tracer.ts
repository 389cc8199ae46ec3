/** The description of a span. */
interface SpanFacts {
  readonly name: string
  /** `server` for requests, `client` for outgoing requests, `internal` otherwise. */
  readonly kind?: 'server' | 'client' | 'internal'
  readonly attributes?: Attributes
  /** The W3C `traceparent` of the caller, if there is one. */
  readonly traceparent?: string | undefined
}

type Attributes = Readonly<Record<string, string | number>>

/** Records how long work takes, as spans of a trace. */
export interface Tracer extends AsyncDisposable {
  /** Does work in a span, which is a part of the span that is current. It ends when the work does. */
  run<T>(facts: SpanFacts, work: () => T): T
  /** Adds to the current span. */
  describe(facts: {
    readonly name?: string
    readonly attributes?: Attributes
    readonly isError?: boolean
  }): void
  /** Binds a function to the current span. */
  bind<Args extends unknown[], T>(work: (...args: Args) => T): (...args: Args) => T
}

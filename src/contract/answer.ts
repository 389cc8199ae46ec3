/** How answers become replies. Each kind of answer picks the method that renders it. */
export interface AnswerRenderer<Reply> {
  stored(answer: Stored<unknown>): Reply
  stream(answer: Streamed): Reply
  download(answer: Download): Reply
  textFile(answer: TextFile): Reply
  withHeaders(answer: WithHeaders<unknown>): Reply
}

/** An answer that is more than a plain value, and renders itself. */
export abstract class SpecialAnswer {
  abstract renderWith<Reply>(renderer: AnswerRenderer<Reply>): Reply
}

type Content = string | readonly Buffer[]

/**
 * A list in two parts: its other members, and its items as they are sent, with commas between them. A piece of bytes
 * holds whole items.
 */
export interface ListParts {
  readonly members: object
  readonly items: Content
}

/** Other forms of a representation, if they are available without parsing its text. */
interface OtherForms<R> {
  /** The value; absent members can be undefined. */
  readonly value?: () => R
  readonly parts?: ListParts
}

/**
 * A representation stored as the exact text that the wire needs. It is sent unchanged unless the caller
 * asks for another form.
 */
export class Stored<R> extends SpecialAnswer {
  declare readonly represents: R
  readonly etag: string | undefined
  readonly forms: OtherForms<R>
  #content: Content | (() => Content)

  /** The text, its bytes in pieces if it is long and was sent before, or what renders it on demand. */
  constructor(content: Content | (() => Content), etag?: string, forms: OtherForms<R> = {}) {
    super()
    this.#content = content
    this.etag = etag
    this.forms = forms
  }

  get content(): Content {
    if (typeof this.#content === 'function') this.#content = this.#content()
    return this.#content
  }

  get json(): string {
    const { content } = this
    return typeof content === 'string' ? content : Buffer.concat(content).toString()
  }

  override renderWith<Reply>(renderer: AnswerRenderer<Reply>): Reply {
    return renderer.stored(this)
  }
}

/** Where a stream is written to. */
export interface StreamSink {
  /** The id of the last event that the caller has seen, if the caller is reconnecting. */
  readonly lastEventId: string | undefined
  /** Returns false if the client reads too slowly; `onDrain` is called when it has caught up. */
  write(text: string): boolean
  /** Ends the stream. Unsent text is dropped if the client reads too slowly. */
  end(): void
  onDrain(listener: () => void): void
  onClose(listener: () => void): void
  /** Whether the caller could still open the stream. */
  isStillAllowed(): Promise<boolean>
}

/** A stream of server-sent events. */
export class Streamed extends SpecialAnswer {
  readonly open: (sink: StreamSink) => void

  constructor(open: (sink: StreamSink) => void) {
    super()
    this.open = open
  }

  override renderWith<Reply>(renderer: AnswerRenderer<Reply>): Reply {
    return renderer.stream(this)
  }
}

/** Where bytes are read from: a file on disk, or a function that reads a range. */
export type ByteSource =
  | { readonly path: string }
  | { readonly read: (first: number, last: number) => AsyncIterable<Uint8Array> }

export interface ReadyFile {
  readonly source: ByteSource
  readonly bytes: number
  /** Names these bytes, so that a range of them can be requested later. */
  readonly etag: string
}

/** A file that supports ranges. It is prepared when the reply needs it. */
export class Download extends SpecialAnswer {
  readonly contentType: string
  readonly open: () => Promise<ReadyFile>

  constructor(contentType: string, open: () => Promise<ReadyFile>) {
    super()
    this.contentType = contentType
    this.open = open
  }

  override renderWith<Reply>(renderer: AnswerRenderer<Reply>): Reply {
    return renderer.download(this)
  }
}

/** A file generated for the reply, sent in pieces. */
export class TextFile extends SpecialAnswer {
  readonly contentType: string
  readonly name: string
  readonly content: readonly Buffer[] | AsyncIterable<Buffer>

  constructor(
    contentType: string,
    name: string,
    content: readonly Buffer[] | AsyncIterable<Buffer>,
  ) {
    super()
    this.contentType = contentType
    this.name = name
    this.content = content
  }

  override renderWith<Reply>(renderer: AnswerRenderer<Reply>): Reply {
    return renderer.textFile(this)
  }
}

/** A plain value with additional headers. */
export class WithHeaders<R> extends SpecialAnswer {
  readonly answer: R
  readonly headers: Readonly<Record<string, string>>

  constructor(answer: R, headers: Readonly<Record<string, string>>) {
    super()
    this.answer = answer
    this.headers = headers
  }

  override renderWith<Reply>(renderer: AnswerRenderer<Reply>): Reply {
    return renderer.withHeaders(this)
  }
}

type Answered<R> = R | Stored<R> | Streamed | Download | TextFile | WithHeaders<R>

/** What a handler returns, at once or later. */
export type Answer<R> = Answered<R> | Promise<Answered<R>>

import {
  type AnswerRenderer,
  type Download,
  type ListParts,
  SpecialAnswer,
  Stored,
  type Streamed,
  type StreamSink,
  type TextFile,
  type WithHeaders,
} from '#/contract/answer.ts'
import { badRequest } from '#/kernel/errors.ts'
import type { Soon } from '../after.ts'
import type { BoundOperation } from '../router.ts'
import { jsonText, jsonType, type WireReply, type WireRequest, wholeBody } from '../wire.ts'
import { namesRepresentation, repeatedEtag } from './etags.ts'
import { applyFields, type FieldMask } from './fields.ts'
import { downloadReply, textFileReply } from './files.ts'

/** The response format that a request asks for. */
export interface Form {
  readonly mask: FieldMask | undefined
  readonly isPretty: boolean
  /** The name of the JSONP callback. */
  readonly callback: string | undefined
  /** Whether JSON is explicitly requested instead of a file. */
  readonly wantsJson: boolean
}

export const plainForm: Form = {
  mask: undefined,
  isPretty: false,
  callback: undefined,
  wantsJson: false,
}

interface Answered {
  readonly request: WireRequest
  readonly operation: BoundOperation
  readonly form: Form
  readonly answer: unknown
}

/** The response to a successful call. */
export function renderAnswer(
  answered: Answered,
  isStillAllowed: StreamSink['isStillAllowed'],
): Soon<WireReply> {
  const rendering = new Rendering(answered, isStillAllowed)
  const { answer } = answered
  return answer instanceof SpecialAnswer ? answer.renderWith(rendering) : rendering.value(answer)
}

class Rendering implements AnswerRenderer<Soon<WireReply>> {
  readonly #answered: Answered
  readonly #isStillAllowed: StreamSink['isStillAllowed']

  constructor(answered: Answered, isStillAllowed: StreamSink['isStillAllowed']) {
    this.#answered = answered
    this.#isStillAllowed = isStillAllowed
  }

  /** A plain value; 204 if there is none. */
  value(answer: unknown): WireReply {
    if (answer === undefined) return { status: 204, headers: uncacheableHeaders(), body: undefined }
    const { etag } = answer as { etag?: unknown }
    return this.stored(
      new Stored(JSON.stringify(answer), typeof etag === 'string' ? etag : undefined),
    )
  }

  /** 200 with the text, or 304. */
  stored(answer: Stored<unknown>): WireReply {
    const { request, operation, form } = this.#answered
    const { isRead, api } = operation
    const { etag } = answer
    const headers = isRead && api.isNeverCached !== true ? cacheableHeaders() : uncacheableHeaders()
    if (etag !== undefined) headers.ETag = etag
    const clientEtag = request.headers['if-none-match']
    if (
      isRead &&
      etag !== undefined &&
      clientEtag !== undefined &&
      namesRepresentation(clientEtag, etag)
    ) {
      headers.ETag = repeatedEtag(clientEtag, etag)
      return { status: 304, headers, body: undefined }
    }
    const { takes } = request
    if (takes !== undefined && form.mask === undefined && answer.forms[takes] !== undefined) {
      return new UnrenderedReply(headers, answer)
    }
    const body = bodyOf(answer, form)
    if (form.callback !== undefined) {
      return { status: 200, headers, body: scriptOf(form.callback, body, headers) }
    }
    headers['Content-Type'] = jsonType
    return { status: 200, headers, body }
  }

  stream({ open }: Streamed): WireReply {
    const { request } = this.#answered
    if (request.isBatchPart) throw badRequest('A stream cannot be a part of a batch.')
    const lastEventId = request.headers['last-event-id']
    return {
      status: 200,
      headers: {
        'Content-Type': 'text/event-stream; charset=utf-8',
        'Cache-Control': 'no-store',
        // Some proxies buffer responses.
        'X-Accel-Buffering': 'no',
      },
      body: undefined,
      stream: (sink) => open({ ...sink, lastEventId, isStillAllowed: this.#isStillAllowed }),
    }
  }

  /** The file; or the empty JSON response if the contract declares one and JSON is requested. */
  download(answer: Download): Soon<WireReply> {
    const { request, operation, form } = this.#answered
    return form.wantsJson && operation.contract.reply !== undefined
      ? this.value({})
      : downloadReply(answer, request)
  }

  textFile(answer: TextFile): WireReply {
    return textFileReply(answer, this.#answered.request)
  }

  withHeaders({ answer, headers }: WithHeaders<unknown>): WireReply {
    const plain = this.value(answer)
    return { ...plain, headers: { ...plain.headers, ...headers } }
  }
}

/** A reply to a call from within the process. Its body is rendered only for the record of requests. */
class UnrenderedReply implements WireReply {
  readonly status = 200
  readonly headers: WireReply['headers']
  readonly value: unknown
  readonly parts: ListParts | undefined
  readonly #answer: Stored<unknown>

  constructor(headers: WireReply['headers'], answer: Stored<unknown>) {
    this.headers = headers
    headers['Content-Type'] = jsonType
    this.value = answer.forms.value?.()
    this.parts = answer.forms.parts
    this.#answer = answer
  }

  get body(): WireReply['body'] {
    return this.#answer.content
  }
}

/**
 * The response as a script. It starts with a comment, so that content sniffing cannot take it for another
 * type.
 */
function scriptOf(
  callback: string,
  body: NonNullable<WireReply['body']>,
  headers: WireReply['headers'],
) {
  headers['Content-Type'] = 'text/javascript; charset=UTF-8'
  const json = wholeBody(body)
    .toString()
    .replace(/[\u2028\u2029]/g, lineSeparators)
  return `// API callback\n${callback}(${json.trimEnd()});`
}

// Old JavaScript engines treat these as line breaks, even in strings.
const lineSeparators = (character: string) => (character === '\u2028' ? '\\u2028' : '\\u2029')

const cacheableHeaders = (): Record<string, string> => ({
  'Cache-Control': 'private, max-age=0, must-revalidate',
})

const uncacheableHeaders = (): Record<string, string> => ({
  'Cache-Control': 'no-cache, no-store, max-age=0, must-revalidate',
})

function bodyOf(answer: Stored<unknown>, { mask, isPretty }: Form): NonNullable<WireReply['body']> {
  if (mask === undefined && !isPretty) return answer.content
  const value = JSON.parse(answer.json)
  return jsonText(mask === undefined ? value : applyFields(mask, value), { isPretty })
}

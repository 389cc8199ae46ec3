import { Stored, type Streamed, type StreamSink } from '#/contract/operation.ts'
import { badRequest } from '#/kernel/errors.ts'
import { namesRepresentation, repeatedEtag } from './etags.ts'
import { applyFields, type FieldMask } from './fields.ts'
import { jsonText, jsonType, type WireReply, type WireRequest, wholeBody } from './wire.ts'

/** How the caller wants the answer. */
export interface Form {
  readonly mask: FieldMask | undefined
  readonly isPretty: boolean
  /** The function of a page that is called with the answer. */
  readonly callback: string | undefined
  /** JSON is asked for by name, where the answer would be something else. */
  readonly wantsJson: boolean
}

/** The reply to a call that succeeded: 200 with the answer, 204 without one, or 304. */
export function answerReply(
  answer: unknown,
  request: WireRequest,
  { form, isRead, isCacheable = isRead }: { form: Form; isRead: boolean; isCacheable?: boolean },
): WireReply {
  if (answer === undefined) return { status: 204, headers: uncacheableHeaders(), body: undefined }
  const etag = etagOf(answer)
  const headers = isCacheable ? cacheableHeaders() : uncacheableHeaders()
  if (etag !== undefined) headers.ETag = etag
  const known = request.headers['if-none-match']
  if (isRead && etag !== undefined && known !== undefined && namesRepresentation(known, etag)) {
    headers.ETag = repeatedEtag(known, etag)
    return { status: 304, headers, body: undefined }
  }
  const body = bodyOf(answer, form)
  if (form.callback !== undefined) {
    return { status: 200, headers, body: scriptOf(form.callback, body, headers) }
  }
  headers['Content-Type'] = jsonType
  return { status: 200, headers, body }
}

/** The reply whose body is a stream of events. */
export function streamReply(
  { open }: Streamed,
  request: WireRequest,
  isStillAllowed: StreamSink['isStillAllowed'],
): WireReply {
  if (request.isBatchPart) throw badRequest('A stream cannot be a part of a batch.')
  const lastEventId = request.headers['last-event-id']
  return {
    status: 200,
    headers: {
      'Content-Type': 'text/event-stream; charset=utf-8',
      'Cache-Control': 'no-store',
      // Some proxies collect an answer before they pass it on.
      'X-Accel-Buffering': 'no',
    },
    body: undefined,
    stream: (sink) => open({ ...sink, lastEventId, isStillAllowed }),
  }
}

/** The answer as a script: a comment first, so that no content sniffing takes it for something else. */
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

// Old engines take them for the end of a line, also inside of quotes.
const lineSeparators = (character: string) => (character === '\u2028' ? '\\u2028' : '\\u2029')

const cacheableHeaders = (): Record<string, string> => ({
  'Cache-Control': 'private, max-age=0, must-revalidate',
})

const uncacheableHeaders = (): Record<string, string> => ({
  'Cache-Control': 'no-cache, no-store, max-age=0, must-revalidate',
})

function etagOf(answer: unknown): string | undefined {
  if (answer instanceof Stored) return answer.etag
  const { etag } = answer as { etag?: unknown }
  return typeof etag === 'string' ? etag : undefined
}

function bodyOf(answer: unknown, { mask, isPretty }: Form): NonNullable<WireReply['body']> {
  if (mask === undefined && !isPretty) {
    return answer instanceof Stored ? answer.content : JSON.stringify(answer)
  }
  // What JSON leaves out (undefined members) must not be there for a mask to find.
  const value = JSON.parse(answer instanceof Stored ? answer.json : JSON.stringify(answer))
  const shown = mask === undefined ? value : applyFields(mask, value)
  return jsonText(shown, { isPretty })
}

import { maskedBody, maskedUrl } from '#/kernel/text/masking.ts'
import { bodyLength, type WireReply, type WireRequest } from '../wire.ts'

const bodyBytesMax = 16 * 1024
const exchangesMax = 128

/** The body of a request or response as users see it. */
interface ShownBody {
  readonly contentType: string
  readonly bytes: number
  /** Its text without secrets; absent if it is not text. */
  readonly text?: string
  readonly isTruncated?: boolean
}

/** What was sent and received, as users see it. */
export interface ShownExchange {
  readonly url: string
  readonly request?: ShownBody
  readonly response?: ShownBody
}

interface RecordedBody {
  readonly contentType: string
  readonly bytes: number
  readonly start: Buffer | string | undefined
}

interface RecordedExchange {
  readonly number: number
  readonly userId: string
  readonly target: string
  readonly request: RecordedBody | undefined
  readonly response: RecordedBody | undefined
}

const textTypes =
  /^(?:text\/|multipart\/|application\/(?:[\w.-]+\+)?(?:json|xml)\b|application\/x-www-form-urlencoded\b)/i

/**
 * The bodies of the latest requests, for developers. Only the start of each body is kept. Secrets are masked
 * when a body is shown, so that recording stays cheap.
 */
export class RecordedBodies {
  /** The exchange with a number is at its remainder, where it replaces an older one. */
  readonly #recorded: (RecordedExchange | undefined)[] = Array(exchangesMax).fill(undefined)

  add(
    number: number,
    userId: string,
    { request, reply }: { request: WireRequest; reply: WireReply },
  ): void {
    const { headers, body, target } = request
    const encoding = headers['content-encoding']
    this.#recorded[number % exchangesMax] = {
      number,
      userId,
      target,
      request: recordedBody(body, {
        contentType: headers['content-type'] ?? '',
        isText: encoding === undefined || encoding === 'identity',
      }),
      response: recordedBody(reply.body, {
        contentType: reply.headers['Content-Type'] ?? '',
        isText: true,
      }),
    }
  }

  /** The exchange with this number, if the user sent the request and it is still recorded. */
  find(number: number, userId: string): ShownExchange | undefined {
    const found = this.#recorded[number % exchangesMax]
    if (found?.number !== number || found.userId !== userId) return undefined
    return {
      url: maskedUrl(found.target),
      ...(found.request && { request: shownBody(found.request) }),
      ...(found.response && { response: shownBody(found.response) }),
    }
  }

  clear(): void {
    this.#recorded.fill(undefined)
  }
}

function recordedBody(
  body: WireReply['body'],
  { contentType, isText }: { readonly contentType: string; readonly isText: boolean },
): RecordedBody | undefined {
  if (body === undefined) return undefined
  const bytes = bodyLength(body)
  if (bytes === 0) return undefined
  if (!isText || !textTypes.test(contentType)) return { contentType, bytes, start: undefined }
  return { contentType, bytes, start: startOf(body) }
}

/** A copy of the first bytes, since a slice would keep the whole buffer in memory. */
function startOf(body: NonNullable<WireReply['body']>): Buffer | string {
  if (typeof body === 'string') return body.slice(0, bodyBytesMax)
  if (Buffer.isBuffer(body)) return Buffer.from(body.subarray(0, bodyBytesMax))
  const parts: Buffer[] = []
  let length = 0
  for (const part of body) {
    if (length >= bodyBytesMax) break
    parts.push(part)
    length += part.length
  }
  return Buffer.concat(parts, Math.min(length, bodyBytesMax))
}

function shownBody({ contentType, bytes, start }: RecordedBody): ShownBody {
  if (start === undefined) return { contentType, bytes }
  const text = maskedBody(start.toString(), contentType)
  const isTruncated = Buffer.byteLength(start) < bytes
  return { contentType, bytes, text, ...(isTruncated && { isTruncated }) }
}

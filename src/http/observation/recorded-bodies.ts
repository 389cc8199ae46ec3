import { maskedBody, maskedUrl } from '#/kernel/text/masking.ts'
import { bodyLength, type WireReply, type WireRequest } from '../wire.ts'

const bodyBytesMax = 16 * 1024
const totalBytesMax = 2 * 1024 * 1024

/** The body of a request or response as users see it. */
export interface ShownBody {
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
  readonly start: Buffer | undefined
}

interface RecordedExchange {
  readonly userId: string
  readonly target: string
  readonly request: RecordedBody | undefined
  readonly response: RecordedBody | undefined
  readonly size: number
}

const textTypes =
  /^(?:text\/|multipart\/|application\/(?:[\w.-]+\+)?(?:json|xml)\b|application\/x-www-form-urlencoded\b)/i

/**
 * The bodies of the latest requests, for developers. Only the start of each body is kept. Secrets are masked
 * when a body is shown, so that recording stays cheap.
 */
export class RecordedBodies {
  readonly #byNumber = new Map<number, RecordedExchange>()
  #size = 0

  add(
    number: number,
    userId: string,
    { request, reply }: { request: WireRequest; reply: WireReply },
  ) {
    const { headers, body, target } = request
    const encoding = headers['content-encoding']
    const sent = recordedBody(body, {
      contentType: headers['content-type'] ?? '',
      isText: encoding === undefined || encoding === 'identity',
    })
    const received = recordedBody(reply.body, {
      contentType: reply.headers['Content-Type'] ?? '',
      isText: true,
    })
    const size = target.length + (sent?.start?.length ?? 0) + (received?.start?.length ?? 0)
    this.#byNumber.set(number, { userId, target, request: sent, response: received, size })
    this.#size += size
    for (const [oldest, exchange] of this.#byNumber) {
      if (this.#size <= totalBytesMax) return
      this.#byNumber.delete(oldest)
      this.#size -= exchange.size
    }
  }

  /** The exchange with this number, if the user sent the request and it is still recorded. */
  find(number: number, userId: string): ShownExchange | undefined {
    const found = this.#byNumber.get(number)
    if (found === undefined || found.userId !== userId) return undefined
    return {
      url: maskedUrl(found.target),
      ...(found.request && { request: shownBody(found.request) }),
      ...(found.response && { response: shownBody(found.response) }),
    }
  }

  clear(): void {
    this.#byNumber.clear()
    this.#size = 0
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
function startOf(body: NonNullable<WireReply['body']>): Buffer {
  if (typeof body === 'string') return Buffer.from(body.slice(0, bodyBytesMax))
  if (Buffer.isBuffer(body)) return Buffer.from(body.subarray(0, bodyBytesMax))
  return Buffer.concat(body, Math.min(bodyLength(body), bodyBytesMax))
}

function shownBody({ contentType, bytes, start }: RecordedBody): ShownBody {
  if (start === undefined) return { contentType, bytes }
  const text = maskedBody(start.toString(), contentType)
  return { contentType, bytes, text, ...(start.length < bytes && { isTruncated: true }) }
}

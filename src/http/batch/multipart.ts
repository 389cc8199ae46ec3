import { strict as assert } from 'node:assert'
import { badRequest } from '#/kernel/errors.ts'
import { bodyLength, type WireReply } from '../wire.ts'
import { type BatchPart, readPart } from './multipart-part.ts'

// As in the listener, an import would also load Node's HTTP client.
const { STATUS_CODES } = process.getBuiltinModule('node:http')

interface BatchLimits {
  readonly partsMax: number
}

/**
 * The maximum number of occurrences of the boundary that are examined, whether delimiters or within lines.
 */
const delimitersMax = 100_000

/** The standard allows 70; some clients exceed it. */
const boundaryLengthMax = 200

/** The calls of a `multipart/mixed` body. A malformed part does not affect the others. */
export function parseBatch(contentType: string, body: Buffer, limits: BatchLimits): BatchPart[] {
  const parts: BatchPart[] = []
  for (const bytes of partsBetween(body, Buffer.from(`--${boundaryOf(contentType)}`, 'latin1'))) {
    if (parts.length === limits.partsMax) {
      throw badRequest(`A batch can contain at most ${limits.partsMax} calls.`)
    }
    parts.push(readPart(bytes))
  }
  if (parts.length === 0) throw badRequest('The batch contains no calls.')
  return parts
}

/**
 * A response of a batch after its boundary, in the exact format that client parsers rely on: a space after
 * each colon, a reason phrase, and a blank line even without a body. `closingLine` follows the last one.
 */
export function renderedReply(
  contentId: string | undefined,
  { status, headers, body = '' }: Pick<WireReply, 'status' | 'headers' | 'body'>,
  boundary: string,
): Buffer[] {
  const head = [`--${boundary}`, 'Content-Type: application/http']
  // As in the request.
  if (contentId !== undefined) head.push(header('Content-ID', responseId(contentId)))
  head.push('', `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? 'Unknown'}`)
  for (const name in headers) head.push(header(name, headers[name]!))
  head.push(`Content-Length: ${bodyLength(body)}`, '', '')
  const pieces = typeof body === 'string' || Buffer.isBuffer(body) ? [body] : body
  return [
    // Header text is latin1, so that a Content-ID is returned byte for byte.
    Buffer.from(head.join('\r\n'), 'latin1'),
    ...pieces.map((piece) => (typeof piece === 'string' ? Buffer.from(piece) : piece)),
    lineEnd,
  ]
}

export const closingLine = (boundary: string): Buffer => Buffer.from(`--${boundary}--\r\n`)

const lineEnd = Buffer.from('\r\n')

function header(name: string, value: string): string {
  const line = `${name}: ${value}`
  assert(isHeaderText.test(line), `the header ${name} holds a character that no header may hold`)
  return line
}

const isHeaderText = /^[\t\x20-\x7e\x80-\xff]*$/

const responseId = (contentId: string) =>
  contentId.startsWith('<') ? `<response-${contentId.slice(1)}` : `response-${contentId}`

function boundaryOf(contentType: string): string {
  const [mediaType = ''] = contentType.split(';', 1)
  if (mediaType.trim().toLowerCase() !== 'multipart/mixed') {
    throw badRequest('The Content-Type of a batch is multipart/mixed.')
  }
  for (const [, name, quoted, plain] of contentType.matchAll(parameters)) {
    if (name!.toLowerCase() !== 'boundary') continue
    const boundary = quoted?.replace(/\\(.)/g, '$1') ?? plain!.trim()
    if (boundary.length <= boundaryLengthMax && isBoundary.test(boundary)) return boundary
    throw badRequest('The boundary of the batch is not a legal one.')
  }
  throw badRequest('The Content-Type of the batch names no boundary.')
}

const parameters = /;\s*([^\s=;]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;]*))/g

// Slightly more than RFC 2046 allows: visible text that does not end in a space.
const isBoundary = /^[\x20-\x7e]*[\x21-\x7e]$/

/** The bytes of each part. A batch without its closing line keeps its last part. */
function* partsBetween(body: Buffer, delimiter: Buffer): Generator<Buffer> {
  let start: number | undefined
  for (const line of delimiterLines(body, delimiter)) {
    if (start !== undefined) yield body.subarray(start, Math.max(start, line.start))
    if (line.isClosing) return
    start = line.end
  }
  if (start === undefined) return
  const rest = body.subarray(start)
  if (rest.some((byte) => !isBlank(byte) && !isLineEnd(byte))) yield rest
}

interface DelimiterLine {
  /** The start of the line break before the delimiter, which is not part of the content. */
  readonly start: number
  readonly end: number
  readonly isClosing: boolean
}

function* delimiterLines(body: Buffer, delimiter: Buffer): Generator<DelimiterLine> {
  let at = body.indexOf(delimiter)
  for (let count = 1; at !== -1; count += 1) {
    if (count > delimitersMax) throw badRequest('The batch repeats its boundary too often.')
    // The search continues after the match: delimiters contain no line break, so that they cannot overlap.
    let end = at + delimiter.length
    const isClosing = body[end] === dash && body[end + 1] === dash
    if (isClosing) end += 2
    while (end < body.length && isBlank(body[end]!)) end += 1
    if (body[end] === carriageReturn) end += 1
    const endsLine = end === body.length || body[end] === lineFeed
    if (endsLine && (at === 0 || body[at - 1] === lineFeed)) {
      end = Math.min(end + 1, body.length)
      yield { start: lineStart(body, at), end, isClosing }
    }
    at = body.indexOf(delimiter, end)
  }
}

function lineStart(body: Buffer, at: number): number {
  if (at === 0) return 0
  return body[at - 2] === carriageReturn ? at - 2 : at - 1
}

const lineFeed = 0x0a
const carriageReturn = 0x0d
const dash = 0x2d

const isBlank = (byte: number) => byte === 0x20 || byte === 0x09
const isLineEnd = (byte: number) => byte === lineFeed || byte === carriageReturn

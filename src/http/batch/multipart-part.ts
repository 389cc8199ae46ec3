import { isUtf8 } from 'node:buffer'

/** A call of a batch, or what is wrong with it. */
export type BatchPart = BatchCall | BatchProblem

export interface BatchCall {
  /** Latin1, so that it is echoed byte for byte in any encoding. */
  readonly contentId: string | undefined
  readonly method: string
  /** A path or a URL, as written. */
  readonly target: string
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer
}

interface BatchProblem {
  readonly contentId: string | undefined
  readonly problem: string
}

/** Each line of a folded header counts. */
export const headerLinesPerPartMax = 200

/** Parses a part: its headers, and the request in it. */
export function readPart(bytes: Buffer): BatchPart {
  const outer = readHeaders(bytes, 0)
  const contentId = outer.headers['content-id']
  const problem = outer.problem ?? unreadable(outer.headers)
  if (problem !== undefined) return { contentId, problem }

  const line = readRequestLine(bytes, outer.end)
  if (line === undefined) return { contentId, problem: 'The part holds no legal request line.' }
  const inner = readHeaders(bytes, line.end)
  if (inner.problem !== undefined) return { contentId, problem: inner.problem }

  const { method, target } = line
  const body = bodyOf(bytes.subarray(inner.end), inner.headers['content-length'])
  return { contentId, method, target, headers: inner.headers, body }
}

function unreadable(headers: Readonly<Record<string, string>>): string | undefined {
  const mediaType = headers['content-type']?.split(';', 1)[0]?.trim().toLowerCase()
  if (mediaType !== undefined && mediaType !== 'application/http') {
    return 'The Content-Type of a part is application/http.'
  }
  const encoding = headers['content-transfer-encoding']?.toLowerCase()
  return encoding === undefined || plainEncodings.has(encoding)
    ? undefined
    : 'The Content-Transfer-Encoding of the part is not understood.'
}

const plainEncodings = new Set(['binary', '8bit', '7bit'])

interface RequestLine {
  readonly method: string
  readonly target: string
  readonly end: number
}

function readRequestLine(bytes: Buffer, from: number): RequestLine | undefined {
  let line = readLine(bytes, from)
  while (line.text === '' && line.end < bytes.length) line = readLine(bytes, line.end)
  const raw = Buffer.from(trimBlanks(line.text), 'latin1')
  const match = isUtf8(raw) ? requestLine.exec(raw.toString()) : null
  const [, method, target] = match ?? []
  if (method === undefined || target === undefined) return undefined
  return { method, target, end: line.end }
}

interface HeaderBlock {
  readonly headers: Readonly<Record<string, string>>
  /** The index after the blank line. */
  readonly end: number
  readonly problem?: string
}

function readHeaders(bytes: Buffer, from: number): HeaderBlock {
  // Without a prototype, header names cannot collide with inherited properties.
  const headers: Record<string, string> = Object.create(null)
  let name = ''
  let position = from
  for (let count = 0; position < bytes.length; count += 1) {
    const { text, end } = readLine(bytes, position)
    position = end
    if (text === '') break
    if (count === headerLinesPerPartMax) {
      return { headers, end, problem: `The part has more than ${count} lines of headers.` }
    }
    if (isBlank(text, 0) && name !== '' && isHeaderValue.test(text)) {
      headers[name] = unfoldedHeader(headers[name]!, text)
      continue
    }
    const [, written, value] = headerLine.exec(text) ?? []
    if (written === undefined || value === undefined) {
      return { headers, end, problem: 'The part holds a malformed header.' }
    }
    name = written.toLowerCase()
    const earlier = headers[name]
    headers[name] = (earlier === undefined ? '' : `${earlier}, `) + trimBlanks(value)
  }
  return { headers, end: position }
}

// Python folds long headers at a space and expects that space in the echoed id.
function unfoldedHeader(earlier: string, text: string): string {
  const words = trimBlanks(text)
  if (earlier === '' || words === '') return earlier + words
  return earlier + text.slice(0, text.indexOf(words) + words.length)
}

/** The line at this position, without its line break, which is LF or CRLF. */
function readLine(bytes: Buffer, from: number): { text: string; end: number } {
  const found = bytes.indexOf(0x0a, from)
  const end = found === -1 ? bytes.length : found
  const text = bytes.toString('latin1', from, end)
  return {
    text: text.endsWith('\r') ? text.slice(0, -1) : text,
    end: Math.min(end + 1, bytes.length),
  }
}

// A declared length removes line breaks that the client put between the body and the boundary.
function bodyOf(rest: Buffer, declared: string | undefined): Buffer {
  const isLength = declared !== undefined && /^\d+$/.test(declared)
  return isLength && Number(declared) < rest.length ? rest.subarray(0, Number(declared)) : rest
}

const requestLine = /^([A-Za-z]+)[ \t]+([^\s\p{Cc}]+)(?:[ \t]+HTTP\/\d(?:\.\d)?)?$/u
const headerLine = /^([!#$%&'*+\-.^_`|~0-9A-Za-z]+):([\t\x20-\x7e\x80-\xff]*)$/
const isHeaderValue = /^[\t\x20-\x7e\x80-\xff]*$/

const isBlank = (text: string, index: number) => text[index] === ' ' || text[index] === '\t'

// String.trim() also removes no-break spaces, whose byte may be the end of a multi-byte character.
function trimBlanks(text: string): string {
  let start = 0
  let end = text.length
  while (start < end && isBlank(text, start)) start += 1
  while (end > start && isBlank(text, end - 1)) end -= 1
  return text.slice(start, end)
}

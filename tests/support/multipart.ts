import { type HttpReply, replyOf } from './http.ts'

/** One call of a batch as a client writes it. */
export interface PartCall {
  readonly contentId?: string
  /** `GET /calendar/v3/colors`, with or without a version behind it. */
  readonly line: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: unknown
}

export interface BatchForm {
  readonly lineEnd?: '\n' | '\r\n'
  readonly boundary?: string
}

/** The bytes of a batch; header text holds one character per byte. */
export function composeBatch(
  calls: readonly PartCall[],
  { lineEnd = '\r\n', boundary = 'almanac_test' }: BatchForm = {},
): Buffer {
  const lines = calls.flatMap(({ contentId, line, headers = {}, body }) => [
    `--${boundary}`,
    'Content-Type: application/http',
    ...(contentId === undefined ? [] : [`Content-ID: ${contentId}`]),
    '',
    line,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    ...(body === undefined || 'Content-Type' in headers ? [] : ['Content-Type: application/json']),
    '',
    ...(body === undefined ? [] : [typeof body === 'string' ? body : JSON.stringify(body)]),
  ])
  return Buffer.from([...lines, `--${boundary}--`, ''].join(lineEnd), 'latin1')
}

export interface PartReply extends HttpReply {
  readonly contentId: string | undefined
  readonly statusLine: string
}

/** Takes a batch reply apart as strictly as the strictest of the client libraries. */
export function readBatch(reply: HttpReply): PartReply[] {
  const boundary = /^multipart\/mixed; boundary=(\S+)$/.exec(reply.headers['content-type'] ?? '')
  if (boundary === null) throw new Error(`no batch: ${reply.status} ${reply.text}`)
  const [before, ...pieces] = reply.bytes.toString('latin1').split(`--${boundary[1]}`)
  const after = pieces.pop()
  if (before !== '' || after !== '--\r\n') throw new Error(`a frayed batch: ${reply.text}`)
  return pieces.map(readPart)
}

function readPart(piece: string): PartReply {
  const [outer, inner, ...rest] = piece.replace(/^\r\n/, '').split('\r\n\r\n')
  if (outer === undefined || inner === undefined || rest.length === 0) {
    throw new Error(`a part without head, reply and blank line: ${piece}`)
  }
  const [statusLine = '', ...lines] = inner.split('\r\n')
  const status = /^HTTP\/1\.1 (\d{3}) \S.*$/.exec(statusLine)
  if (status === null) throw new Error(`not a status line: ${statusLine}`)
  const bytes = Buffer.from(rest.join('\r\n\r\n').replace(/\r\n$/, ''), 'latin1')
  const part = replyOf(Number(status[1]), { headers: headersIn(lines), bytes })
  return {
    status: part.status,
    headers: part.headers,
    bytes,
    text: part.text,
    get json() {
      return part.json
    },
    statusLine,
    contentId: headersIn(outer.split('\r\n'))['content-id'],
  }
}

const headersIn = (lines: readonly string[]): Record<string, string> =>
  Object.fromEntries(
    lines.map((line) => {
      const [name = '', ...value] = line.split(': ')
      return [name.toLowerCase(), value.join(': ')]
    }),
  )

export interface RequestFacts {
  readonly method?: string
  readonly path: string
  /** Absent where the body itself says who asks. */
  readonly token?: string
  /** In place of a token. */
  readonly authorization?: string
  readonly contentType?: string
  readonly body?: string
}

/** A request as the bytes that go over the wire, with the headers that the official clients send. */
export function requestBytes({
  method = 'GET',
  path,
  token,
  authorization = token && `Bearer ${token}`,
  contentType = 'application/json',
  body,
}: RequestFacts): Buffer {
  const lines = [
    `${method} ${path} HTTP/1.1`,
    'Host: 127.0.0.1',
    ...(authorization === undefined ? [] : [`Authorization: ${authorization}`]),
    'Accept: application/json',
    'User-Agent: almanac-bench/1.0',
    'Connection: keep-alive',
  ]
  if (body !== undefined) {
    lines.push(`Content-Type: ${contentType}`, `Content-Length: ${Buffer.byteLength(body)}`)
  }
  return Buffer.from(`${lines.join('\r\n')}\r\n\r\n${body ?? ''}`)
}

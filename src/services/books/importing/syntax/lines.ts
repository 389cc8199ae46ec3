export interface Line {
  /** Counted from 1. */
  readonly number: number
  /** Without its line end; undefined if it is too long. */
  readonly bytes: Buffer | undefined
}

/** Dumps have lines of several megabytes; longer ones are skipped. */
const lineBytesMax = 32 * 1024 * 1024

const newline = 10

/** The nonempty lines of a text, one in memory at a time. */
export async function* lines(
  chunks: AsyncIterable<Buffer>,
  bytesMax = lineBytesMax,
): AsyncGenerator<Line> {
  let number = 1
  let pending: Buffer[] = []
  let pendingBytes = 0
  const take = (rest: Buffer): Line => {
    const isTooLong = pendingBytes + rest.length > bytesMax
    const bytes = isTooLong
      ? undefined
      : pending.length === 0
        ? rest
        : Buffer.concat([...pending, rest])
    pending = []
    pendingBytes = 0
    return { number: number++, bytes: bytes === undefined ? undefined : withoutReturn(bytes) }
  }
  for await (const chunk of chunks) {
    let from = 0
    for (let at = chunk.indexOf(newline); at !== -1; at = chunk.indexOf(newline, from)) {
      const line = take(chunk.subarray(from, at))
      from = at + 1
      if (line.bytes === undefined || line.bytes.length > 0) yield line
    }
    pendingBytes += chunk.length - from
    if (pendingBytes <= bytesMax && from < chunk.length) pending.push(chunk.subarray(from))
    else if (pendingBytes > bytesMax) pending = []
  }
  const last = take(Buffer.alloc(0))
  if (last.bytes === undefined || last.bytes.length > 0) yield last
}

const withoutReturn = (bytes: Buffer): Buffer =>
  bytes.at(-1) === 13 ? bytes.subarray(0, -1) : bytes

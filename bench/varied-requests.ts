import { randomNumbers } from './generated-volumes.ts'

/** Makes the next request. It gets the last reply on the same connection, whose bytes are reused afterwards. */
export type NextRequest = (lastReply?: Buffer) => Buffer

/** Tells a bare server which of the sampled replies to send; other servers ignore it. */
export const sampleHeader = 'X-Bench-Sample'

/** The requests of a list in turn, over and over. */
export function inTurn(requests: readonly Buffer[]): NextRequest {
  let sent = 0
  return () => requests[sent++ % requests.length]!
}

/**
 * Requests that no cache of whole replies can answer, because no two are alike: each pass makes all of them in
 * an order of its own, the same in every run, and `request` makes another request of the same cost for each pass.
 * Pass 0 is left to the samples.
 */
export function shuffledPasses(
  count: number,
  request: (index: number, pass: number) => Buffer,
): NextRequest {
  let pass = 0
  let order: number[] = []
  return () => {
    if (order.length === 0) order = shuffledIndexes(count, ++pass)
    const index = order.pop()!
    return withHeader(request(index, pass), `${sampleHeader}: ${index}`)
  }
}

/** The same request with one more line in its head. */
export const withHeader = (request: Buffer, line: string): Buffer =>
  Buffer.from(request.toString('latin1').replace('\r\n\r\n', `\r\n${line}\r\n\r\n`), 'latin1')

function shuffledIndexes(count: number, seed: number): number[] {
  const random = randomNumbers(seed)
  const indexes = Array.from({ length: count }, (_, index) => index)
  for (let last = count - 1; last > 0; last--) {
    const other = Math.floor(random() * (last + 1))
    ;[indexes[last], indexes[other]] = [indexes[other]!, indexes[last]!]
  }
  return indexes
}

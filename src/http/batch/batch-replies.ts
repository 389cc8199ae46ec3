import { batchLimitExceeded } from '#/kernel/errors.ts'
import type { TimeSlices } from '#/kernel/process/time-slices.ts'
import { after, type Soon } from '../after.ts'
import { errorReply } from '../response/envelopes.ts'
import type { WireReply } from '../wire.ts'
import { closingLine, renderedReply } from './multipart.ts'
import type { BatchPart } from './multipart-part.ts'

export interface BatchRunLimits {
  /** The maximum number of concurrent calls. */
  readonly batchConcurrency: number
  /** No further call starts once the responses have this many bytes. */
  readonly batchReplyBytesMax: number
  /** No further call starts after this time. */
  readonly batchTimeMaxMs: number
}

export interface BatchRun {
  readonly calls: readonly BatchPart[]
  readonly perform: (call: BatchPart) => Soon<WireReply>
  readonly boundary: string
  readonly limits: BatchRunLimits
  readonly slices: TimeSlices
  readonly now?: () => number
}

/**
 * The memory for responses that wait for an earlier one or for the reader, counting each running call as
 * large as the largest response so far. One call always runs.
 */
const waitingBytesMax = 1024 * 1024

/** The maximum number of concurrent calls before the size of any response is known. */
const firstCallsMax = 4

const chunkBytesMin = 64 * 1024

/**
 * Runs the calls of a batch and yields the bytes of the responses, in the order of the calls. It runs as fast
 * as the reader consumes them, and stops when the reader disconnects.
 */
export async function* batchReplies({
  calls,
  perform,
  boundary,
  limits,
  slices,
  now = () => performance.now(),
}: BatchRun): AsyncGenerator<Buffer> {
  const underWay: Soon<Rendered>[] = []
  const began = now()
  let next = 0
  let idleMs = 0
  let replyBytes = 0
  let waitingBytes = 0
  let largestBytes = 0
  let running = 0
  let finished = 0
  let chunk: Buffer[] = []
  let chunkBytes = 0

  const begin = (call: BatchPart): Soon<Rendered> => {
    running += 1
    const problem = excess(limits, { replyBytes, timeMs: now() - began - idleMs })
    const reply = problem === undefined ? perform(call) : errorReply(batchLimitExceeded(problem))
    return after(reply, (rendered) => {
      const pieces = renderedReply(call.contentId, rendered, boundary)
      const bytes = pieces.reduce((sum, { length }) => sum + length, 0)
      running -= 1
      finished += 1
      replyBytes += bytes
      waitingBytes += bytes
      largestBytes = Math.max(largestBytes, bytes)
      return { pieces, bytes }
    })
  }
  const hasRoom = (): boolean =>
    underWay.length === 0 ||
    (underWay.length < Math.min(limits.batchConcurrency, firstCallsMax + finished) &&
      waitingBytes + (running + 1) * largestBytes <= waitingBytesMax)
  const takeChunk = (): Buffer => {
    const taken = chunk
    chunk = []
    chunkBytes = 0
    return taken.length === 1 ? taken[0]! : Buffer.concat(taken)
  }

  while (next < calls.length || underWay.length > 0) {
    while (next < calls.length && hasRoom()) {
      const turn = slices.next()
      if (turn !== undefined) {
        const paused = now()
        // If the reader has disconnected, execution ends here.
        yield takeChunk()
        await turn
        idleMs += now() - paused
      }
      const reply = begin(calls[next++]!)
      underWay.push(reply)
      if (reply instanceof Promise) await microtasks()
    }
    const { pieces, bytes } = await underWay.shift()!
    waitingBytes -= bytes
    chunk.push(...pieces)
    chunkBytes += bytes
    if (chunkBytes < chunkBytesMin) continue
    const paused = now()
    yield takeChunk()
    idleMs += now() - paused
  }
  chunk.push(closingLine(boundary))
  yield takeChunk()
}

/**
 * Resolves when the microtask queue is empty. Results of the embedded database are processed in microtasks,
 * so that the previous call is done by then unless it waits for something else.
 */
const microtasks = (): Promise<void> => new Promise((resolve) => process.nextTick(resolve))

interface Rendered {
  readonly pieces: readonly Buffer[]
  readonly bytes: number
}

/** The limit that a batch has reached, as text. */
function excess(
  { batchReplyBytesMax, batchTimeMaxMs }: BatchRunLimits,
  { replyBytes, timeMs }: { readonly replyBytes: number; readonly timeMs: number },
): string | undefined {
  if (replyBytes >= batchReplyBytesMax) return `its replies have ${batchReplyBytesMax} bytes`
  if (timeMs >= batchTimeMaxMs) return `its calls have taken ${batchTimeMaxMs} ms`
  return undefined
}

import { once } from 'node:events'
import { parentPort } from 'node:worker_threads'
import { type PackedDrafts, packedBare, packedWhole } from './packed-drafts.ts'
import { type Batch, batchesOf, type Progress, type ReadingRequest } from './reading.ts'

type PackedBatch = Omit<Batch, 'drafts'> & { readonly drafts: PackedDrafts }

/** The messages of the thread. It receives what to read, and then a confirmation of each batch. */
export type ReadingMessage =
  | { readonly kind: 'batch'; readonly batch: PackedBatch }
  | { readonly kind: 'progress'; readonly progress: Progress }
  | { readonly kind: 'failure'; readonly message: string }
  | { readonly kind: 'end' }

// The receiver takes nothing while it writes, and it writes many batches at a time.
const batchesAheadMax = 24
const charactersAheadMax = 32 * 1024 * 1024

const port = parentPort!
const say = (message: ReadingMessage, transfer: ArrayBuffer[] = []) =>
  port.postMessage(message, transfer)

async function read(request: ReadingRequest): Promise<void> {
  const ahead: number[] = []
  let charactersAhead = 0
  port.on('message', () => {
    charactersAhead -= ahead.shift()!
  })
  const onProgress = (progress: Progress) => say({ kind: 'progress', progress })
  for await (const batch of batchesOf(request, onProgress)) {
    const isAwaited = ahead.length === 0
    // If the importing thread is waiting, it does part of the work.
    const drafts = isAwaited ? packedBare(batch.drafts) : packedWhole(batch.drafts)
    say({ kind: 'batch', batch: { ...batch, drafts, isAwaited } }, [
      drafts.lengths.buffer,
      drafts.numbers.buffer,
    ])
    ahead.push(batch.characters)
    charactersAhead += batch.characters
    while (ahead.length >= batchesAheadMax || charactersAhead > charactersAheadMax) {
      await once(port, 'message')
    }
  }
  say({ kind: 'end' })
}

try {
  const [request] = await once(port, 'message')
  await read(request as ReadingRequest)
} catch (error) {
  say({ kind: 'failure', message: error instanceof Error ? error.message : String(error) })
} finally {
  port.close()
}

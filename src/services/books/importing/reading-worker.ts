import { once } from 'node:events'
import { parentPort, workerData } from 'node:worker_threads'
import { type PackedDrafts, packed } from './packed-drafts.ts'
import { type Batch, batchesOf, type Progress, type ReadingRequest } from './reading.ts'

export type PackedBatch = Omit<Batch, 'drafts'> & { readonly drafts: PackedDrafts }

/** What the thread says. It is told of each batch that was taken. */
export type ReadingMessage =
  | { readonly kind: 'batch'; readonly batch: PackedBatch }
  | { readonly kind: 'progress'; readonly progress: Progress }
  | { readonly kind: 'failure'; readonly message: string }
  | { readonly kind: 'end' }

// The other side takes nothing while it writes, and it writes many batches at a time.
const batchesAheadMax = 24
const charactersAheadMax = 32 * 1024 * 1024

const port = parentPort!
const say = (message: ReadingMessage, given: ArrayBuffer[] = []) => port.postMessage(message, given)

async function read(request: ReadingRequest): Promise<void> {
  const ahead: number[] = []
  let charactersAhead = 0
  port.on('message', () => {
    charactersAhead -= ahead.shift()!
  })
  const onProgress = (progress: Progress) => say({ kind: 'progress', progress })
  for await (const batch of batchesOf(request, onProgress)) {
    const drafts = packed(batch.drafts)
    say({ kind: 'batch', batch: { ...batch, drafts } }, [
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
  await read(workerData as ReadingRequest)
} catch (error) {
  say({ kind: 'failure', message: error instanceof Error ? error.message : String(error) })
} finally {
  port.close()
}

import { once } from 'node:events'
import { parentPort, workerData } from 'node:worker_threads'
import { type Batch, batchesOf, type Progress, type ReadingRequest } from './reading.ts'

/** What the thread says. It goes on reading when the last batch but one was taken. */
export type ReadingMessage =
  | { readonly kind: 'batch'; readonly batch: Batch }
  | { readonly kind: 'progress'; readonly progress: Progress }
  | { readonly kind: 'failure'; readonly message: string }
  | { readonly kind: 'end' }

const batchesAheadMax = 2

const port = parentPort!
const say = (message: ReadingMessage) => port.postMessage(message)

async function read(request: ReadingRequest): Promise<void> {
  let ahead = 0
  port.on('message', () => ahead--)
  const onProgress = (progress: Progress) => say({ kind: 'progress', progress })
  for await (const batch of batchesOf(request, onProgress)) {
    say({ kind: 'batch', batch })
    ahead++
    while (ahead >= batchesAheadMax) await once(port, 'message')
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

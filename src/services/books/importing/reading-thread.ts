import { on } from 'node:events'
import { Worker } from 'node:worker_threads'
import { unpacked } from './packed-drafts.ts'
import type { Batch, Progress, ReadingRequest } from './reading.ts'
import type { ReadingMessage } from './reading-worker.ts'

/**
 * Batches that a thread of its own reads. Making what is kept of a volume takes as long as writing
 * it, so the two go on side by side.
 */
export async function* batchesFromThread(
  request: ReadingRequest,
  onProgress: (progress: Progress) => void,
): AsyncGenerator<Batch> {
  const worker = new Worker(new URL('./reading-worker.ts', import.meta.url), {
    workerData: request,
  })
  try {
    for await (const [message] of on(worker, 'message', { close: ['exit'] })) {
      const said = message as ReadingMessage
      if (said.kind === 'progress') onProgress(said.progress)
      if (said.kind === 'failure') throw new Error(said.message)
      if (said.kind === 'end') return
      if (said.kind !== 'batch') continue
      yield { ...said.batch, drafts: unpacked(said.batch.drafts) }
      worker.postMessage('taken')
    }
    throw new Error('The thread that reads the files has ended.')
  } finally {
    await worker.terminate()
  }
}

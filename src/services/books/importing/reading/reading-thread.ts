import { on } from 'node:events'
import { statSync } from 'node:fs'
import { Worker } from 'node:worker_threads'
import { compiledEnvironment } from '#/kernel/process/compile-cache.ts'
import type { Batch, Progress, ReadingRequest } from './reading.ts'
import type { ReadingMessage } from './reading-worker.ts'

/** Parsing a shorter file takes less time than starting a thread. */
const bytesReadHereMax = 512 * 1024

/**
 * A thread that parses files. Preparing a volume takes as long as writing it, so the two run in parallel. It
 * is started before the files are known, because loading takes a while.
 */
export class ReadingThread implements AsyncDisposable {
  readonly #worker = new Worker(new URL('./reading-worker.ts', import.meta.url), {
    env: compiledEnvironment(),
  })

  /** A thread for these files, if they are large enough. */
  static for(paths: readonly string[]): ReadingThread | undefined {
    const sizes = paths.map((path) => statSync(path, { throwIfNoEntry: false })?.size ?? 0)
    const bytes = sizes.reduce((sum, size) => sum + size, 0)
    return bytes > bytesReadHereMax ? new ReadingThread() : undefined
  }

  async *batches(
    request: ReadingRequest,
    onProgress: (progress: Progress) => void,
  ): AsyncGenerator<Batch> {
    const { unpackedDrafts: unpacked } = await import('./packed-drafts.ts')
    const messages = on(this.#worker, 'message', { close: ['exit'] })
    this.#worker.postMessage(request)
    for await (const [message] of messages) {
      const said = message as ReadingMessage
      if (said.kind === 'progress') onProgress(said.progress)
      if (said.kind === 'failure') throw new Error(said.message)
      if (said.kind === 'end') return
      if (said.kind !== 'batch') continue
      yield { ...said.batch, drafts: unpacked(said.batch.drafts) }
      this.#worker.postMessage('taken')
    }
    throw new Error('The thread that reads the files has ended.')
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#worker.terminate()
  }
}

import { Scratch } from '#/storage/sqlite/scratch.ts'
import type { Located } from './writing-batch.ts'

const rowsPerBatch = 500
const batchesInMemoryMax = 20

/**
 * The checked rows of a source until they are written, which happens in one go and may have to be
 * repeated. What is more than a little lies on disk, so that memory does not grow with the source.
 */
export class Batches implements Disposable {
  readonly #inMemory: Located[][] = []
  #last: Located[] = []
  #scratch: Scratch | undefined
  #onDisk = 0

  add(row: Located): void {
    this.#last.push(row)
    if (this.#last.length < rowsPerBatch) return
    if (this.#inMemory.length < batchesInMemoryMax) this.#inMemory.push(this.#last)
    else {
      this.#scratch ??= new Scratch()
      this.#scratch.put(String(this.#onDisk++), JSON.stringify(this.#last))
    }
    this.#last = []
  }

  get size(): number {
    return (this.#inMemory.length + this.#onDisk) * rowsPerBatch + this.#last.length
  }

  *all(): Iterable<readonly Located[]> {
    yield* this.#inMemory
    for (let number = 0; number < this.#onDisk; number++) {
      yield JSON.parse(this.#scratch!.get(String(number))!) as Located[]
    }
    if (this.#last.length > 0) yield this.#last
  }

  [Symbol.dispose](): void {
    this.#scratch?.[Symbol.dispose]()
  }
}

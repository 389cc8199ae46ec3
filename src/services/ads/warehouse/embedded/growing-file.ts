import { type FileHandle, open } from 'node:fs/promises'
import { RowSplitter } from '../row-splitter.ts'

const lookEveryMs = 500
const chunkBytes = 1 << 20

interface Form {
  /** The number of bytes before the first row. */
  readonly skipped: number
  readonly hasQuotes: boolean
}

/** Reports the number of rows in a file that is still being written, whenever it grows. */
export function followRows(
  path: string,
  form: Form,
  tell: (rows: number) => void,
): AsyncDisposable {
  const file = new GrowingFile(path, form)
  let looking = Promise.resolve()
  const look = async () => {
    const before = file.rows
    const rows = await file.count()
    if (rows > before) tell(rows)
  }
  const timer = setInterval(() => {
    looking = looking.then(look).catch(() => {})
  }, lookEveryMs)
  return {
    async [Symbol.asyncDispose]() {
      clearInterval(timer)
      await looking
      await file[Symbol.asyncDispose]()
    },
  }
}

/** A growing file, with the number of rows counted so far. */
export class GrowingFile implements AsyncDisposable {
  readonly #path: string
  readonly #splitter: RowSplitter
  readonly #chunk = Buffer.alloc(chunkBytes)
  #file: FileHandle | undefined
  #position: number

  constructor(path: string, { skipped, hasQuotes }: Form) {
    this.#path = path
    this.#position = skipped
    const nowhere = { write: async () => {}, next: async () => {} }
    this.#splitter = new RowSplitter(nowhere, { rowsMax: Number.POSITIVE_INFINITY, hasQuotes })
  }

  get rows(): number {
    return this.#splitter.rowCount
  }

  /** Reads to the current end, and returns the number of rows. */
  async count(): Promise<number> {
    this.#file ??= await open(this.#path, 'r')
    for (;;) {
      const { bytesRead } = await this.#file.read(this.#chunk, 0, chunkBytes, this.#position)
      if (bytesRead === 0) return this.rows
      this.#position += bytesRead
      await this.#splitter.take(this.#chunk.subarray(0, bytesRead))
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#file?.close()
  }
}

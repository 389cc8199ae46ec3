import { inOnePiece } from '#/kernel/one-piece.ts'
import type { EventRow } from '../store/events.ts'

/** What an entry takes besides its text. */
const entryBytes = 100

/** Texts of events as they were rendered, by row and by what the text depends on besides the row. */
export class RenderedTexts {
  readonly #texts = new Map<EventRow, Map<string, string>>()
  #bytes = 0

  get bytes(): number {
    return this.#bytes
  }

  /** The text of a row, rendered if it isn't cached. */
  of(row: EventRow, key: string, render: () => string): string {
    let texts = this.#texts.get(row)
    if (texts === undefined) {
      texts = new Map()
      this.#texts.set(row, texts)
    }
    const cached = texts.get(key)
    if (cached !== undefined) return cached
    const text = inOnePiece(render())
    texts.set(key, text)
    this.#bytes += entryBytes + key.length + text.length
    return text
  }

  forget(row: EventRow): void {
    const texts = this.#texts.get(row)
    if (texts === undefined) return
    this.#texts.delete(row)
    for (const [key, text] of texts) this.#bytes -= entryBytes + key.length + text.length
  }

  clear(): void {
    this.#texts.clear()
    this.#bytes = 0
  }
}

import { LRUCache } from 'lru-cache'

/** A page of events that was read. */
export interface Page {
  /** The items as the wire has them, joined: as bytes where there are many. */
  readonly items: string | Buffer
  /** Where the next page begins; undefined on the last one. */
  readonly next: string | undefined
  /** When something on the calendar last changed. */
  readonly updatedAtMs: number
  /** The list is all there is, so that what changes later can be told. */
  readonly isSyncable: boolean
}

/** Longer pages are kept as the bytes that are sent. */
const textLengthMax = 16_384

export const pageItems = (texts: readonly string[]): Page['items'] => {
  const joined = texts.join()
  return joined.length > textLengthMax ? Buffer.from(joined) : joined
}

/**
 * Pages that were read lately. The key of a page names everything it follows from, the number of the
 * calendar's last change among it, so that a page is never an old one; it is only forgotten.
 */
export class PageCache {
  readonly #pages: LRUCache<string, Page>

  constructor(bytesMax: number) {
    this.#pages = new LRUCache({
      maxSize: Math.max(bytesMax, 1),
      sizeCalculation: ({ items }, key) => 1 + key.length + items.length,
    })
  }

  find(key: string): Page | undefined {
    return this.#pages.get(key)
  }

  keep(key: string, page: Page): Page {
    this.#pages.set(key, page)
    return page
  }
}

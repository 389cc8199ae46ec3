import { LRUCache } from 'lru-cache'

const charactersMax = 32 * 1024 * 1024

/**
 * When calendars are busy, as far as it was asked lately, as the text that answers have of it. A key
 * names the number of the calendar's last change, so that what is kept is never old; it is only
 * forgotten.
 */
export class BusyBlockCache {
  readonly #known = new LRUCache<string, string>({
    maxSize: charactersMax,
    sizeCalculation: (text, key) => key.length + text.length,
  })

  find(key: string): string | undefined {
    return this.#known.get(key)
  }

  keep(key: string, text: string): string {
    this.#known.set(key, text)
    return text
  }
}

/**
 * A value that is loaded on first use. If that fails, as with too many open files, the next use tries again: a cached
 * failure would last until the process ends.
 */
export class OnDemand<T> {
  readonly #load: () => Promise<T>
  #loaded: Promise<T> | undefined

  constructor(load: () => Promise<T>) {
    this.#load = load
  }

  get(): Promise<T> {
    if (this.#loaded !== undefined) return this.#loaded
    const loaded = this.#load()
    this.#loaded = loaded
    loaded.catch(() => {
      this.#loaded = undefined
    })
    return loaded
  }

  /** The value, unless it was never used. */
  get loaded(): Promise<T> | undefined {
    return this.#loaded
  }
}

import type { Collection } from './channel.ts'

/**
 * The collections that have channels, so that changes of other collections cost nothing. Until the first
 * complete list, all collections count as watched; a collection may count as watched until the next complete
 * list.
 */
export class WatchedCollections {
  #names = new Set<string>()
  #listing: Set<string> | undefined
  #isKnown = false

  has(collection: Collection): boolean {
    return !this.#isKnown || this.#names.has(nameOf(collection))
  }

  add(collection: Collection): void {
    this.#names.add(nameOf(collection))
    this.#listing?.add(nameOf(collection))
  }

  /** Called when notifications may have been missed. */
  distrust(): void {
    this.#isKnown = false
  }

  beginListing(): void {
    this.#listing = new Set()
  }

  list(collection: Collection): void {
    this.#listing?.add(nameOf(collection))
  }

  endListing(): void {
    if (this.#listing === undefined) return
    this.#names = this.#listing
    this.#listing = undefined
    this.#isKnown = true
  }
}

/** A key for a collection. Owners contain no spaces. */
export const nameOf = ({ kind, owner }: Collection): string => `${kind} ${owner}`

export function collectionNamed(name: string): Collection | undefined {
  const [kind, owner] = name.split(' ')
  return kind === undefined || owner === undefined ? undefined : { kind, owner }
}

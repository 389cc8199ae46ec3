import type { Collection } from './channel.ts'

/**
 * The collections that have channels, so that changes of other collections cost nothing. Until the first
 * complete list, all collections count as watched. A collection counts as watched until a lookup finds no
 * channel.
 */
export class WatchedCollections {
  /** By name, with the number of the addition. */
  #names = new Map<string, number>()
  #listing: Map<string, number> | undefined
  #additions = 0
  #isKnown = false

  has(collection: Collection): boolean {
    return !this.#isKnown || this.#names.has(nameOf(collection))
  }

  /** The number of additions, by which `remove` recognizes collections that were added after its lookup. */
  get additions(): number {
    return this.#additions
  }

  add(collection: Collection): void {
    this.#additions++
    this.#names.set(nameOf(collection), this.#additions)
    this.#listing?.set(nameOf(collection), this.#additions)
  }

  /** Removes a collection, unless it was added after the given number of additions. */
  remove(collection: Collection, additions: number): void {
    const name = nameOf(collection)
    if ((this.#names.get(name) ?? 0) <= additions) this.#names.delete(name)
  }

  /** Called when notifications may have been missed. */
  distrust(): void {
    this.#isKnown = false
  }

  beginListing(): void {
    this.#listing = new Map()
  }

  /** Adds a collection whose channel was found in the database. */
  list(collection: Collection): void {
    const name = nameOf(collection)
    for (const names of [this.#names, this.#listing]) names?.set(name, names.get(name) ?? 0)
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

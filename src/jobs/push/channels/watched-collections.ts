import type { Collection } from './channel.ts'

/**
 * Which collections have channels, so that a change of any other costs nothing. Until all are known,
 * every collection counts; one that is watched no more may count until they are listed again.
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

  /** Something may have been missed. */
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

/** One text for one collection: owners hold no blank. */
export const nameOf = ({ kind, owner }: Collection): string => `${kind} ${owner}`

export function collectionNamed(name: string): Collection | undefined {
  const [kind, owner] = name.split(' ')
  return kind === undefined || owner === undefined ? undefined : { kind, owner }
}

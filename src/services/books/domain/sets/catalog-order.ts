/** All ranks of a catalog in ascending order; a volume is known by its place among them. */
export class CatalogOrder {
  readonly #ranks: Float64Array

  constructor(ranks: Float64Array) {
    this.#ranks = ranks
  }

  get size(): number {
    return this.#ranks.length
  }

  rankAt(place: number): number {
    return this.#ranks[place]!
  }

  /** The place of the first rank that is not less, at or behind a place that is not beyond it. */
  placeOf(rank: number, from = 0): number {
    const ranks = this.#ranks
    let low = from
    // What is near is soon found.
    let step = 1
    while (low + step < ranks.length && ranks[low + step]! < rank) {
      low += step
      step *= 2
    }
    let high = Math.min(low + step, ranks.length)
    while (low < high) {
      const middle = (low + high) >>> 1
      if (ranks[middle]! < rank) low = middle + 1
      else high = middle
    }
    return low
  }

  /** The places of ascending ranks; those that are not in the catalog are left out. */
  placesOf(ranks: Float64Array): Uint32Array {
    const places = new Uint32Array(ranks.length)
    let count = 0
    let place = 0
    for (const rank of ranks) {
      place = this.placeOf(rank, place)
      if (this.#ranks[place] === rank) places[count++] = place
    }
    return places.subarray(0, count)
  }
}

/** All ranks of a catalog in ascending order; a volume is identified by its position. */
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

  /** The position of the first rank that is not less, starting at an earlier position. */
  placeOf(rank: number, from = 0): number {
    const ranks = this.#ranks
    let low = from
    // Nearby positions are found fast.
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

  /** The positions of ascending ranks; unknown ones are omitted. */
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

/** A set of volumes of a catalog, by position. */
export interface VolumeSet {
  readonly size: number
  readonly bytes: number
  has(place: number): boolean
  /** Visits positions in ascending order from a start, until the visitor returns false. */
  visit(from: number, wantsMore: (place: number) => boolean): void
  /** Sets the bits of its positions. */
  addTo(bits: Uint32Array): void
}

const bitsPerNumber = 32
const bytesPerNumber = 4

/** The volumes at ascending positions, in the smaller representation. */
export const volumeSet = (places: Uint32Array, catalogSize: number): VolumeSet =>
  places.length * bitsPerNumber < catalogSize
    ? new PlaceList(places.slice())
    : new PlaceMap(bitsAt(places, emptyBits(catalogSize)))

/** The size in bytes of a set of this many volumes. */
export const bytesOf = (volumes: number, catalogSize: number): number =>
  Math.min(volumes, Math.ceil(catalogSize / bitsPerNumber)) * bytesPerNumber

/** The volumes that are in any of the sets. */
export function unionOf(sets: readonly VolumeSet[], catalogSize: number): VolumeSet {
  const bits = emptyBits(catalogSize)
  for (const set of sets) set.addTo(bits)
  return new PlaceMap(bits)
}

const emptyBits = (catalogSize: number) => new Uint32Array(Math.ceil(catalogSize / bitsPerNumber))

function bitsAt(places: Uint32Array, bits: Uint32Array): Uint32Array {
  for (const place of places) bits[place >>> 5]! |= 1 << (place & 31)
  return bits
}

/** Each position as a number. */
class PlaceList implements VolumeSet {
  readonly #places: Uint32Array

  constructor(places: Uint32Array) {
    this.#places = places
  }

  get size(): number {
    return this.#places.length
  }

  get bytes(): number {
    return this.#places.byteLength
  }

  has(place: number): boolean {
    return this.#places[this.#indexOf(place)] === place
  }

  visit(from: number, wantsMore: (place: number) => boolean): void {
    const places = this.#places
    for (let index = this.#indexOf(from); index < places.length; index++) {
      if (!wantsMore(places[index]!)) return
    }
  }

  addTo(bits: Uint32Array): void {
    bitsAt(this.#places, bits)
  }

  #indexOf(place: number): number {
    const places = this.#places
    let low = 0
    let high = places.length
    while (low < high) {
      const middle = (low + high) >>> 1
      if (places[middle]! < place) low = middle + 1
      else high = middle
    }
    return low
  }
}

/** One bit per position of the catalog. */
class PlaceMap implements VolumeSet {
  readonly size: number
  readonly #bits: Uint32Array

  constructor(bits: Uint32Array) {
    this.#bits = bits
    let size = 0
    for (const number of bits) size += bitsIn(number)
    this.size = size
  }

  get bytes(): number {
    return this.#bits.byteLength
  }

  has(place: number): boolean {
    return ((this.#bits[place >>> 5] ?? 0) & (1 << (place & 31))) !== 0
  }

  visit(from: number, wantsMore: (place: number) => boolean): void {
    const bits = this.#bits
    for (let index = from >>> 5; index < bits.length; index++) {
      let left = bits[index]! | 0
      if (index === from >>> 5) left &= -1 << (from & 31)
      while (left !== 0) {
        const lowest = 31 - Math.clz32(left & -left)
        if (!wantsMore(index * bitsPerNumber + lowest)) return
        left &= left - 1
      }
    }
  }

  addTo(bits: Uint32Array): void {
    for (let index = 0; index < bits.length; index++) bits[index]! |= this.#bits[index]!
  }
}

/** The number of set bits: in pairs, in nibbles, and then in all bytes at once. */
function bitsIn(number: number): number {
  const twos = number - ((number >>> 1) & 0x5555_5555)
  const fours = (twos & 0x3333_3333) + ((twos >>> 2) & 0x3333_3333)
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f_0f0f, 0x0101_0101) >>> 24
}

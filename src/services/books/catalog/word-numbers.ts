const slotsMin = 2 ** 12
const blank = 32

/**
 * Numbers for words, in the order of their first occurrence. A word is found by a hash of 64 bits and then by
 * its letters, within a longer text. A map would need each word as a separate string, and four memory
 * accesses to find it.
 */
export class WordNumbers {
  readonly #words: string[] = []
  /** The number of a word plus one, and the half of its hash that does not determine the slot. */
  #slots = new Int32Array(2 * slotsMin)
  /** The other half, by number. */
  readonly #places: number[] = []

  get size(): number {
    return this.#words.length
  }

  wordOf(number: number): string {
    return this.#words[number]!
  }

  /** Tells the number of each word of a text whose words are parted by blanks. */
  each(text: string, isWanted: (from: number) => boolean, tell: (number: number) => void): void {
    for (let from = 0; from < text.length; ) {
      let one = 0x2545f491
      let other = 0x41c6ce57
      let to = from
      for (; to < text.length; to++) {
        const code = text.charCodeAt(to)
        if (code === blank) break
        one = Math.imul(one ^ code, 0x9e3779b1)
        other = Math.imul(other ^ code, 0x5f356495)
        one ^= other >>> 15
      }
      if (to > from && isWanted(from)) {
        const place = one ^ (one >>> 16)
        const number = this.#find(place, other, (word) => isWord(word, text, from, to))
        tell(number === -1 ? this.#add(text.slice(from, to), place, other) : number)
      }
      from = to + 1
    }
  }

  clear(): void {
    this.#words.length = 0
    this.#places.length = 0
    this.#slots.fill(0)
  }

  #find(place: number, bits: number, isSame: (word: string) => boolean): number {
    const slots = this.#slots
    const last = slots.length / 2 - 1
    for (let slot = place & last; ; slot = (slot + 1) & last) {
      const number = slots[2 * slot]! - 1
      if (number === -1) return -1
      const isLike = slots[2 * slot + 1] === bits && this.#places[number] === place
      if (isLike && isSame(this.#words[number]!)) return number
    }
  }

  #add(word: string, place: number, bits: number): number {
    const number = this.#words.push(word) - 1
    this.#places.push(place)
    if (this.#words.length * 4 > this.#slots.length) this.#grow()
    this.#put(number, bits)
    return number
  }

  #put(number: number, bits: number): void {
    const last = this.#slots.length / 2 - 1
    let slot = this.#places[number]! & last
    while (this.#slots[2 * slot] !== 0) slot = (slot + 1) & last
    this.#slots[2 * slot] = number + 1
    this.#slots[2 * slot + 1] = bits
  }

  #grow(): void {
    const before = this.#slots
    this.#slots = new Int32Array(2 * before.length)
    for (let at = 0; at < before.length; at += 2) {
      if (before[at] !== 0) this.#put(before[at]! - 1, before[at + 1]!)
    }
  }
}

const isWord = (word: string, text: string, from: number, to: number): boolean =>
  word.length === to - from && text.startsWith(word, from)

/** Pseudorandom numbers, reproducible by seed. */
export class Chance {
  #state: number

  constructor(...seeds: readonly (number | string)[]) {
    let hash = 2_166_136_261
    for (const letter of seeds.join('/')) {
      hash = Math.imul(hash ^ letter.charCodeAt(0), 16_777_619)
    }
    this.#state = hash >>> 0
  }

  /** From 0 (inclusive) to 1 (exclusive). */
  next(): number {
    this.#state = (this.#state + 0x6d_2b_79_f5) >>> 0
    let mixed = this.#state
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }

  between(low: number, high: number): number {
    return low + (high - low) * this.next()
  }

  whole(low: number, high: number): number {
    return Math.floor(this.between(low, high + 1))
  }

  of<T>(members: readonly T[]): T {
    return members[Math.floor(this.next() * members.length)]!
  }

  /** A random integer with the given expectation; for small ones, usually zero or one. */
  count(expected: number): number {
    if (expected > 30) return Math.round(expected * this.between(0.85, 1.15))
    const limit = Math.exp(-expected)
    let product = this.next()
    let count = 0
    while (product > limit) {
      product *= this.next()
      count += 1
    }
    return count
  }
}

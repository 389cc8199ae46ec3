import { msPerDay } from '../civil-date.ts'

/** The occurrences of one period as wall-clock times in order. They are never spelled out in full. */
export class Period {
  readonly length: number
  readonly #firstMs: number
  readonly #days: readonly number[]
  readonly #times: readonly number[]
  readonly #chosen: readonly number[] | undefined

  /** `chosen` are the places that BYSETPOS leaves of all days at all times. */
  constructor(parts: {
    firstDay: number
    days: readonly number[]
    times: readonly number[]
    chosen: readonly number[] | undefined
  }) {
    this.#firstMs = parts.firstDay * msPerDay
    this.#days = parts.days
    this.#times = parts.times
    this.#chosen = parts.chosen
    this.length = parts.chosen?.length ?? parts.days.length * parts.times.length
  }

  wallAt(index: number): number {
    const place = this.#chosen === undefined ? index : this.#chosen[index]!
    const day = Math.floor(place / this.#times.length)
    return this.#firstMs + this.#days[day]! * msPerDay + this.#times[place % this.#times.length]!
  }

  /** The index of the first occurrence that is not before the time. */
  indexFrom(wallMs: number): number {
    let low = 0
    let high = this.length
    while (low < high) {
      const middle = (low + high) >> 1
      if (this.wallAt(middle) < wallMs) low = middle + 1
      else high = middle
    }
    return low
  }
}

/** The places, from 0 and in order, that the positions of a rule name among so many. */
export function chosenPlaces(positions: readonly number[], total: number): readonly number[] {
  const places = positions.map((position) => (position > 0 ? position - 1 : total + position))
  return [...new Set(places)].filter((place) => place >= 0 && place < total).sort((a, b) => a - b)
}

/** From inclusive, to exclusive, and how many slots are wanted at most. */
export interface Window {
  readonly from: number
  readonly to: number
  readonly limit: number
}

/** Adds a slot to others in ascending order, unless it is there. It mostly belongs to the end. */
export function insertSlot(slots: number[], slot: number): void {
  let place = slots.length
  if (place > 0 && slots[place - 1]! >= slot) place = placeFrom(slots, slot)
  if (slots[place] === slot) return
  if (place === slots.length) slots.push(slot)
  else slots.splice(place, 0, slot)
}

/** The first slots of all lists together, in ascending order, each once. */
export function mergedSlots(lists: readonly number[][], limit: number): number[] {
  // Mostly one rule gives everything.
  const filled = lists.filter((list) => list.length > 0)
  if (filled.length < 2) return filled[0] ?? []
  const sorted = Float64Array.from(filled.flat()).sort()
  return Array.from(sorted.filter((slot, place) => slot !== sorted[place - 1])).slice(0, limit)
}

/** The place of the first slot in ascending ones that is not before the given one. */
export function placeFrom(slots: readonly number[], slot: number): number {
  let low = 0
  let high = slots.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (slots[middle]! < slot) low = middle + 1
    else high = middle
  }
  return low
}

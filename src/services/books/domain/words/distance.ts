/**
 * How many letters have to be added, removed, replaced or swapped with their neighbour to make one
 * word the other, or more than `limit` where it is more than that.
 */
export function editDistance(one: string, other: string, limit: number): number {
  const tooFar = limit + 1
  if (Math.abs(one.length - other.length) > limit) return tooFar
  let beforeLast: number[] = []
  let last = Array.from({ length: other.length + 1 }, (_, column) => column)
  for (let row = 1; row <= one.length; row++) {
    const current = [row]
    let least = row
    for (let column = 1; column <= other.length; column++) {
      const isSame = one[row - 1] === other[column - 1]
      let cost = Math.min(
        last[column]! + 1,
        current[column - 1]! + 1,
        last[column - 1]! + (isSame ? 0 : 1),
      )
      const isSwapped =
        row > 1 &&
        column > 1 &&
        one[row - 1] === other[column - 2] &&
        one[row - 2] === other[column - 1]
      if (isSwapped) cost = Math.min(cost, beforeLast[column - 2]! + 1)
      current.push(cost)
      least = Math.min(least, cost)
    }
    if (least > limit) return tooFar
    beforeLast = last
    last = current
  }
  return Math.min(last[other.length]!, tooFar)
}

/**
 * How many letters have to be added, removed, replaced or swapped with their neighbour to make one
 * word the other, or one more than `limit` where it is more than that.
 */
export function editDistance(one: string, other: string, limit: number): number {
  const tooFar = limit + 1
  if (Math.abs(one.length - other.length) > limit) return tooFar
  let start = 0
  let end = 0
  const shorter = Math.min(one.length, other.length)
  while (start < shorter && one[start] === other[start]) start++
  while (end < shorter - start && one.at(-1 - end) === other.at(-1 - end)) end++
  const left = one.slice(start, one.length - end)
  const right = other.slice(start, other.length - end)
  if (left === '' || right === '') return Math.min(left.length + right.length, tooFar)
  if (limit === 1) return nearness(left, right)
  return tableDistance(left, right, limit)
}

/** Of words that begin and end differently: one error is one letter, or two that are swapped. */
function nearness(left: string, right: string): 1 | 2 {
  if (left.length === 1 && right.length === 1) return 1
  const isSwapped = left.length === 2 && left[0] === right[1] && left[1] === right[0]
  return isSwapped && right.length === 2 ? 1 : 2
}

function tableDistance(left: string, right: string, limit: number): number {
  let beforeLast: number[] = []
  let last = Array.from({ length: right.length + 1 }, (_, column) => column)
  for (let row = 1; row <= left.length; row++) {
    const current = [row]
    let least = row
    for (let column = 1; column <= right.length; column++) {
      const isSame = left[row - 1] === right[column - 1]
      let cost = Math.min(
        last[column]! + 1,
        current[column - 1]! + 1,
        last[column - 1]! + (isSame ? 0 : 1),
      )
      const isSwapped =
        row > 1 &&
        column > 1 &&
        left[row - 1] === right[column - 2] &&
        left[row - 2] === right[column - 1]
      if (isSwapped) cost = Math.min(cost, beforeLast[column - 2]! + 1)
      current.push(cost)
      least = Math.min(least, cost)
    }
    if (least > limit) return limit + 1
    beforeLast = last
    last = current
  }
  return Math.min(last[right.length]!, limit + 1)
}

/**
 * The edit distance of two words, with swaps of adjacent letters; `limit` + 1 if it is larger than `limit`.
 */
export function editDistance(one: string, other: string, limit: number): number {
  const tooFar = limit + 1
  if (Math.abs(one.length - other.length) > limit) return tooFar
  let start = 0
  let end = 0
  const shorter = Math.min(one.length, other.length)
  while (start < shorter && one.charCodeAt(start) === other.charCodeAt(start)) start++
  while (
    end < shorter - start &&
    one.charCodeAt(one.length - 1 - end) === other.charCodeAt(other.length - 1 - end)
  ) {
    end++
  }
  const left = one.slice(start, one.length - end)
  const right = other.slice(start, other.length - end)
  if (left === '' || right === '') return Math.min(left.length + right.length, tooFar)
  if (limit === 1) return nearness(left, right)
  return tableDistance(left, right, limit)
}

/** For words that start and end differently: one error is one letter, or two swapped ones. */
function nearness(left: string, right: string): 1 | 2 {
  if (left.length === 1 && right.length === 1) return 1
  const isSwapped = left.length === 2 && left[0] === right[1] && left[1] === right[0]
  return isSwapped && right.length === 2 ? 1 : 2
}

// Words are short: three rows of the table are enough, and only the positions within the limit of its
// diagonal.
const rows = [new Uint8Array(64), new Uint8Array(64), new Uint8Array(64)] as const

function tableDistance(left: string, right: string, limit: number): number {
  const tooFar = limit + 1
  if (right.length >= rows[0].length) return tooFar
  let [beforeLast, last, current] = rows as readonly [Uint8Array, Uint8Array, Uint8Array]
  for (let column = 0; column <= Math.min(right.length, tooFar); column++) last[column] = column
  for (let row = 1; row <= left.length; row++) {
    const letter = left.charCodeAt(row - 1)
    const from = Math.max(1, row - limit)
    const to = Math.min(right.length, row + limit)
    current[from - 1] = from === 1 ? row : tooFar
    let least = from === 1 ? row : tooFar
    for (let column = from; column <= to; column++) {
      const isSame = letter === right.charCodeAt(column - 1)
      let cost = Math.min(
        last[column]! + 1,
        current[column - 1]! + 1,
        last[column - 1]! + (isSame ? 0 : 1),
      )
      const isSwapped =
        row > 1 &&
        column > 1 &&
        letter === right.charCodeAt(column - 2) &&
        left.charCodeAt(row - 2) === right.charCodeAt(column - 1)
      if (isSwapped) cost = Math.min(cost, beforeLast[column - 2]! + 1)
      current[column] = cost
      if (cost < least) least = cost
    }
    if (least > limit) return tooFar
    if (to < right.length) current[to + 1] = tooFar
    const spare = beforeLast
    beforeLast = last
    last = current
    current = spare
  }
  return Math.min(last[right.length]!, tooFar)
}

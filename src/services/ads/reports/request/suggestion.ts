const distanceMax = 3

/** The most similar name, as the end of a sentence; empty if no name is similar. */
export function suggestion(wrong: string, names: Iterable<string>): string {
  const near = nearest(wrong, names)
  return near === undefined ? '' : ` Did you mean ${near}?`
}

function nearest(wrong: string, names: Iterable<string>): string | undefined {
  if (wrong.length > 100) return undefined
  const folded = wrong.trim().toLowerCase()
  let best: { name: string; distance: number } | undefined
  for (const name of names) {
    const distance = distanceBetween(folded, name.toLowerCase())
    if (distance <= distanceMax && distance < (best?.distance ?? Number.POSITIVE_INFINITY)) {
      best = { name, distance }
    }
  }
  return best?.name
}

/** The edit distance of two names. */
function distanceBetween(one: string, other: string): number {
  if (Math.abs(one.length - other.length) > distanceMax) return distanceMax + 1
  let row = Array.from({ length: other.length + 1 }, (_, index) => index)
  for (let i = 1; i <= one.length; i++) {
    const next = [i]
    for (let j = 1; j <= other.length; j++) {
      const changed = row[j - 1]! + (one[i - 1] === other[j - 1] ? 0 : 1)
      next.push(Math.min(changed, row[j]! + 1, next[j - 1]! + 1))
    }
    row = next
  }
  return row[other.length]!
}

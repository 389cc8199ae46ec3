const correctable = /^\p{L}{4,32}$/u
const letterScripts =
  /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Arabic}\p{Script=Hebrew}]+$/u

/** The number of typing errors that a word of this length can contain. */
export const errorsAllowed = (word: string): 0 | 1 | 2 => {
  if (!isCorrectable(word)) return 0
  return word.length < 8 ? 1 : 2
}

const isCorrectable = (word: string): boolean => correctable.test(word) && letterScripts.test(word)

/**
 * Splits a word of the catalog into one more piece than the number of typing errors allowed in it, so that at
 * least one piece of a mistyped word is intact.
 */
export function piecesOf(term: string): string[] {
  if (!isCorrectable(term)) return []
  const pieces: string[] = []
  for (const count of pieceCounts(term.length)) {
    for (const { index, start, length } of cut(term.length, count)) {
      pieces.push(pieceKey(term.length, count, index, term.slice(start, start + length)))
    }
  }
  return pieces
}

/** The pieces of which a term has at least one, if it equals the word except for allowed errors. */
export function pieceKeysFor(word: string): string[] {
  const errors = errorsAllowed(word)
  if (errors === 0) return []
  const count = errors + 1
  const keys = new Set<string>()
  for (let length = Math.max(4, word.length - errors); length <= word.length + errors; length++) {
    if (!pieceCounts(length).includes(count)) continue
    const shift = word.length - length
    for (const piece of cut(length, count)) {
      // Errors before a piece move it; those after it limit how far.
      const left = piece.index
      const right = errors - piece.index
      const from = piece.start + Math.max(-left, shift - right)
      const to = piece.start + Math.min(left, shift + right)
      for (let start = Math.max(0, from); start <= to; start++) {
        const text = word.slice(start, start + piece.length)
        if (text.length === piece.length) keys.add(pieceKey(length, count, piece.index, text))
      }
    }
  }
  return [...keys]
}

/** Words with adjacent letters swapped, which leave no piece intact in short words. */
export function swappedForms(word: string): string[] {
  return Array.from(
    { length: Math.max(0, word.length - 1) },
    (_, at) => word.slice(0, at) + word[at + 1]! + word[at]! + word.slice(at + 2),
  )
}

// A word of seven letters can stand for one of eight, and one of eight for one of six.
const pieceCounts = (length: number): number[] => {
  if (length < 6) return [2]
  return length <= 8 ? [2, 3] : [3]
}

function cut(length: number, count: number) {
  const size = Math.floor(length / count)
  const longer = length % count
  let start = 0
  return Array.from({ length: count }, (_, index) => {
    const piece = { index, start, length: size + (index >= count - longer ? 1 : 0) }
    start += piece.length
    return piece
  })
}

const pieceKey = (length: number, count: number, index: number, text: string) =>
  `${length}.${count}.${index}.${text}`

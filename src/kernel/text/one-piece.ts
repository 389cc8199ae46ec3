/**
 * The texts as one. What is put together with a plus sign stays a tree of its parts until somebody reads
 * it, and a single such text makes writing the JSON that holds it take twice as long.
 */
export const inOnePiece = (...texts: readonly string[]): string => texts.join('')

/**
 * Concatenates texts into a flat string. V8 keeps the result of `+` as a tree until it is read, which makes
 * serializing JSON that contains it take twice as long.
 */
export const inOnePiece = (...texts: readonly string[]): string => texts.join('')

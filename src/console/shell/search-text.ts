import { parseSearchWith, stringifySearchWith } from '@tanstack/react-router'

/** Longer numbers stay text, because they are ids that would lose digits. */
const numberDigitsMax = 15

function valueIn(text: string): unknown {
  const value: unknown = JSON.parse(text)
  const isLong = typeof value === 'number' && text.length > numberDigitsMax
  if (isLong || (typeof value !== 'number' && typeof value !== 'string')) {
    throw new Error('This is text.')
  }
  return value
}

/** Serializes search parameters, which are numbers and texts: as JSON unless they are plain text. */
export const searchText = {
  parseSearch: parseSearchWith(valueIn),
  stringifySearch: stringifySearchWith(JSON.stringify, valueIn),
}

import { parseSearchWith, stringifySearchWith } from '@tanstack/react-router'

/** Longer numbers stay text, because they are ids that would lose digits. */
const numberDigitsMax = 15

function valueIn(text: string): unknown {
  if (/^\d+$/.test(text) && text.length > numberDigitsMax) throw new Error('This is text.')
  return JSON.parse(text)
}

/** Serializes search parameters: as JSON unless they are plain text. */
export const searchText = {
  parseSearch: parseSearchWith(valueIn),
  stringifySearch: stringifySearchWith(JSON.stringify, valueIn),
}

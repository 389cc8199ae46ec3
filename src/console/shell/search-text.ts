import { parseSearchWith, stringifySearchWith } from '@tanstack/react-router'

/** Ids of many digits are text: as numbers they would lose the last ones. */
const numberDigitsMax = 15

function valueIn(text: string): unknown {
  if (/^\d+$/.test(text) && text.length > numberDigitsMax) throw new Error('This is text.')
  return JSON.parse(text)
}

/** How values stand in the address of a page: JSON where they are no plain text. */
export const searchText = {
  parseSearch: parseSearchWith(valueIn),
  stringifySearch: stringifySearchWith(JSON.stringify, valueIn),
}

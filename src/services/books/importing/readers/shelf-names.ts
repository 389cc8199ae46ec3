/** What services of readers call the shelves that everybody has. */
const predefined: Readonly<Record<string, number>> = {
  favorites: 0,
  favourites: 0,
  'to-read': 2,
  'want-to-read': 2,
  'currently-reading': 3,
  'reading-now': 3,
  read: 4,
  'have-read': 4,
}

/** The number of the predefined shelf that a name means, or the title of a shelf of its own. */
export const shelfNamed = (name: string): number | string =>
  predefined[name.toLowerCase().replaceAll(/[\s_]+/g, '-')] ?? name

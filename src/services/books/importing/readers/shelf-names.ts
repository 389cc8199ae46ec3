/** The names that reading services use for predefined shelves. */
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

/** The number of the predefined shelf with this name, or the title of a custom shelf. */
export const shelfNamed = (name: string): number | string =>
  predefined[name.toLowerCase().replaceAll(/[\s_]+/g, '-')] ?? name

/** How the volumes of a shelf can change. */
export type ShelfChange = 'add' | 'remove' | 'move' | 'clear'

export type ShelfAccess = 'PUBLIC' | 'PRIVATE'

/** A shelf that every user has. */
interface PredefinedShelf {
  readonly id: number
  readonly title: string
  /** The initial visibility: a setting decides for those that users fill. */
  readonly access: 'byDefault' | 'PRIVATE'
  /** The changes that its user can make. */
  readonly changes: readonly ShelfChange[]
}

const everyChange = ['add', 'remove', 'move', 'clear'] as const

export const predefinedShelves: readonly PredefinedShelf[] = [
  { id: 0, title: 'Favorites', access: 'byDefault', changes: everyChange },
  { id: 1, title: 'Purchased', access: 'PRIVATE', changes: [] },
  { id: 2, title: 'To read', access: 'byDefault', changes: everyChange },
  { id: 3, title: 'Reading now', access: 'byDefault', changes: everyChange },
  { id: 4, title: 'Have read', access: 'byDefault', changes: everyChange },
  { id: 5, title: 'Reviewed', access: 'PRIVATE', changes: [] },
  { id: 6, title: 'Recently viewed', access: 'PRIVATE', changes: ['remove', 'clear'] },
  { id: 7, title: 'My eBooks', access: 'PRIVATE', changes: everyChange },
]

export const reviewed = 5
export const recentlyViewed = 6
export const myEbooks = 7

/** Would contain recommendations. No user has it, and nobody can change it. */
const booksForYou = 8

/** The first id of custom shelves. */
export const firstCustomId = 1001

export const isCustom = (shelfId: number): boolean => shelfId >= firstCustomId

/** Whether users can make a change to a shelf, if it exists. */
export function allows(shelfId: number, change: ShelfChange): boolean {
  if (shelfId === booksForYou) return false
  return predefinedShelves[shelfId]?.changes.includes(change) ?? true
}

/** Whether only the service fills the shelf, so that users cannot publish it. */
export const isFilledByService = (shelfId: number): boolean => !allows(shelfId, 'add')

/** The shelf id in a path; undefined if it is not one. */
export function shelfIdIn(text: string): number | undefined {
  return /^(?:0|[1-9]\d{0,8})$/.test(text) ? Number(text) : undefined
}

/** How the volumes of a shelf can change. */
export type ShelfChange = 'add' | 'remove' | 'move' | 'clear'

export type ShelfAccess = 'PUBLIC' | 'PRIVATE'

/** A shelf that every user has. */
export interface PredefinedShelf {
  readonly id: number
  readonly title: string
  /** Who sees it at first: a setting decides for those that users fill. */
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

/** Filled with recommendations where there are any: nobody has it, and nobody could change it. */
const booksForYou = 8

/** The shelves that users make have ids from here on. */
export const firstCustomId = 1001

export const isCustom = (shelfId: number): boolean => shelfId >= firstCustomId

/** Whether a change is one that users can make, if there is such a shelf. */
export function allows(shelfId: number, change: ShelfChange): boolean {
  if (shelfId === booksForYou) return false
  return predefinedShelves[shelfId]?.changes.includes(change) ?? true
}

/** Whether the service alone fills the shelf, so that it is nobody's to publish. */
export const isFilledByService = (shelfId: number): boolean => !allows(shelfId, 'add')

/** The id that a path names, if it is one. */
export function shelfIdIn(text: string): number | undefined {
  return /^(?:0|[1-9]\d{0,8})$/.test(text) ? Number(text) : undefined
}

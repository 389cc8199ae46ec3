import { get as getPublicShelf } from './bookshelves/get.ts'
import { list as listPublicShelves } from './bookshelves/list.ts'
import { list as listPublicVolumes } from './bookshelves/volumes/list.ts'
import { addVolume } from './mylibrary/bookshelves/addVolume.ts'
import { clearVolumes } from './mylibrary/bookshelves/clearVolumes.ts'
import { delete_ as deleteShelf } from './mylibrary/bookshelves/delete.ts'
import { get as getShelf } from './mylibrary/bookshelves/get.ts'
import { insert as insertShelf } from './mylibrary/bookshelves/insert.ts'
import { list as listShelves } from './mylibrary/bookshelves/list.ts'
import { moveVolume } from './mylibrary/bookshelves/moveVolume.ts'
import { patch as patchShelf } from './mylibrary/bookshelves/patch.ts'
import { removeVolume } from './mylibrary/bookshelves/removeVolume.ts'
import { list as listShelfVolumes } from './mylibrary/bookshelves/volumes/list.ts'
import { import_ as importLibrary } from './mylibrary/import.ts'
import { get as getReview } from './mylibrary/reviews/get.ts'
import { update as updateReview } from './mylibrary/reviews/update.ts'
import { get as getVolume } from './volumes/get.ts'
import { list as listVolumes } from './volumes/list.ts'

/** Every operation of the books service. */
export const booksOperations = [
  getPublicShelf,
  listPublicShelves,
  listPublicVolumes,
  addVolume,
  clearVolumes,
  deleteShelf,
  getShelf,
  importLibrary,
  insertShelf,
  listShelves,
  moveVolume,
  patchShelf,
  removeVolume,
  listShelfVolumes,
  getReview,
  updateReview,
  getVolume,
  listVolumes,
]

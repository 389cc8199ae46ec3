import {
  array,
  integer,
  kind,
  object,
  readOnly,
  requiredBy,
  string,
  type TypeOf,
} from '#/contract/schema.ts'
import { shelfDescriptionLengthMax, shelfTitleLengthMax } from '../domain/shelf.ts'

export const Bookshelf = object('Bookshelf', {
  access: string({ about: 'Who sees it: everybody (`PUBLIC`) or its user (`PRIVATE`).' }),
  created: readOnly(string({ about: 'The creation time.' })),
  description: string({
    about: 'A description by its owner.',
    lengthMax: shelfDescriptionLengthMax,
  }),
  id: readOnly(integer({ about: 'Its id, which is unique among the shelves of its user.' })),
  kind: kind('books#bookshelf'),
  selfLink: readOnly(string({ about: 'The address of this shelf, as everybody knows it.' })),
  title: requiredBy(
    string({ about: 'The name.', lengthMax: shelfTitleLengthMax }),
    'books.mylibrary.bookshelves.insert',
  ),
  updated: readOnly(string({ about: 'When the shelf or its contents last changed.' })),
  volumeCount: readOnly(integer({ about: 'The number of volumes.' })),
  volumesLastUpdated: readOnly(string({ about: 'When a volume was last added or removed.' })),
})

export const Bookshelves = object('Bookshelves', {
  items: array(Bookshelf, { about: 'The shelves; absent if there are none.' }),
  kind: kind('books#bookshelves'),
})

export type Bookshelf = TypeOf<typeof Bookshelf>
export type Bookshelves = TypeOf<typeof Bookshelves>

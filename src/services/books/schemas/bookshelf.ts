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
  created: readOnly(string({ about: 'When it was made.' })),
  description: string({
    about: 'What it is for, in the words of its user.',
    lengthMax: shelfDescriptionLengthMax,
  }),
  id: readOnly(integer({ about: 'Its id, which is unique among the shelves of its user.' })),
  kind: kind('books#bookshelf'),
  selfLink: readOnly(string({ about: 'The address of this shelf, as everybody knows it.' })),
  title: requiredBy(
    string({ about: 'What it is called.', lengthMax: shelfTitleLengthMax }),
    'books.mylibrary.bookshelves.insert',
  ),
  updated: readOnly(string({ about: 'When it, or what stands on it, was last changed.' })),
  volumeCount: readOnly(integer({ about: 'How many volumes stand on it.' })),
  volumesLastUpdated: readOnly(string({ about: 'When a volume was last put on it or taken off.' })),
})

export const Bookshelves = object('Bookshelves', {
  items: array(Bookshelf, { about: 'The shelves; absent where there is none.' }),
  kind: kind('books#bookshelves'),
})

export type Bookshelf = TypeOf<typeof Bookshelf>
export type Bookshelves = TypeOf<typeof Bookshelves>

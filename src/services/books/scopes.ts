import type { Scope } from '#/contract/operation.ts'

/** Every scope of the books service, by the short name it has here. */
export const booksScopes = {
  everything: {
    uri: 'https://www.googleapis.com/auth/books',
    about: 'See and change your bookshelves',
  },
} as const satisfies Record<string, Scope>

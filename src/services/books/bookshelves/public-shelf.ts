import { shelfIdIn } from '../domain/predefined-shelves.ts'
import type { Shelf } from '../domain/shelf.ts'
import { shelfNotFound } from '../shelving.ts'

/** The id that a path names; what cannot be one names no shelf. */
export function requiredShelfId(text: string): number {
  const id = shelfIdIn(text)
  if (id === undefined) throw shelfNotFound()
  return id
}

/** Rejects a shelf that is not public as if it did not exist. */
export function requirePublic<S extends Pick<Shelf, 'access'>>(shelf: S | undefined): S {
  if (shelf?.access !== 'PUBLIC') throw shelfNotFound()
  return shelf
}

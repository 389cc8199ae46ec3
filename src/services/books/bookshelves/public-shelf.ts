import { shelfIdIn } from '../domain/predefined-shelves.ts'
import type { Shelf } from '../domain/shelf.ts'
import { shelfNotFound } from '../shelving.ts'

/** The shelf id in a path; 404 if it is not one. */
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

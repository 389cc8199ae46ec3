import { forbidden, invalidField, requiredField } from '#/kernel/errors.ts'
import { isCustom, isFilledByService, type ShelfAccess } from '../../domain/predefined-shelves.ts'
import type { Shelf } from '../../domain/shelf.ts'

/** A valid shelf title, trimmed. */
export function titleIn(text: string): string {
  const title = text.trim()
  if (title === '') throw invalidField('The title of a bookshelf cannot be empty.')
  return title
}

export function accessIn(text: string): ShelfAccess {
  const access = text.toUpperCase()
  if (access === 'PUBLIC' || access === 'PRIVATE') return access
  throw invalidField('The access of a bookshelf is PUBLIC or PRIVATE.')
}

interface ShelfChange {
  readonly title?: string | null | undefined
  readonly description?: string | null | undefined
  readonly access?: string | null | undefined
}

type Description = Pick<Shelf, 'title' | 'description' | 'access'>

/** The title, description and access of a shelf after a patch. */
export function shelfAfter(shelf: Shelf, change: ShelfChange): Description {
  if (change.title === null || change.access === null) {
    throw requiredField('A bookshelf has a title and an access.')
  }
  const { title = shelf.title, access = shelf.access, description = shelf.description } = change
  const described = {
    title: title === shelf.title ? title : titleIn(title),
    description: description ?? '',
    access: accessIn(access),
  }
  if (described.title !== shelf.title && !isCustom(shelf.id)) {
    throw forbidden('The title of this bookshelf cannot be changed.')
  }
  if (described.access !== shelf.access && isFilledByService(shelf.id)) {
    throw forbidden('The service manages this bookshelf.')
  }
  return described
}

import { getRouteApi } from '@tanstack/react-router'
import { BooksNavigation } from '../books-navigation.tsx'
import { PublicShelf } from './public-shelf.tsx'

const route = getRouteApi('/books/users/$userId/shelves/$shelf')

/** A public bookshelf, for signed-in users. */
export function PublicShelfPage() {
  const { userId, shelf } = route.useParams()
  return <PublicShelf userId={userId} shelf={shelf} navigation={<BooksNavigation />} />
}

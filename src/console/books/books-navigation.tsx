import { t } from '../texts/books.ts'
import { SubNavigation } from '../ui/index.ts'

export const BooksNavigation = () => (
  <SubNavigation
    label={t.books}
    pages={[
      { to: '/books', name: t.search, isExact: true },
      { to: '/books/shelves', name: t.shelves },
      { to: '/books/import', name: t.import },
    ]}
  />
)

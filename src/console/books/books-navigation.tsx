import { SubNavigation } from '../ui/index.ts'

export const BooksNavigation = () => (
  <SubNavigation
    label="Books"
    pages={[
      { to: '/books', name: 'Search', isExact: true },
      { to: '/books/shelves', name: 'Shelves' },
      { to: '/books/import', name: 'Import' },
    ]}
  />
)

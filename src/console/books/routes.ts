import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { rootRoute } from '../shell/root-route.tsx'
import { placeIn, searchIn } from './search/volume-search.ts'

/** The routes of the area, whose pages are loaded on demand. */
export const booksRoutes = [
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/books',
    validateSearch: searchIn,
    component: lazyRouteComponent(() => import('./search/search-page.tsx'), 'SearchPage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/books/volumes/$volumeId',
    validateSearch: placeIn,
    component: lazyRouteComponent(() => import('./volumes/volume-page.tsx'), 'VolumePage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/books/shelves',
    component: lazyRouteComponent(() => import('./shelves/shelves-page.tsx'), 'ShelvesPage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/books/shelves/$shelf',
    component: lazyRouteComponent(() => import('./shelves/shelf-page.tsx'), 'ShelfPage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/books/import',
    component: lazyRouteComponent(() => import('./import-page.tsx'), 'ImportPage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/books/users/$userId/shelves/$shelf',
    component: lazyRouteComponent(
      () => import('./shelves/public-shelf-page.tsx'),
      'PublicShelfPage',
    ),
  }),
] as const

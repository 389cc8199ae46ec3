import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { rootRoute } from '../shell/root-route.tsx'

/** The addresses of the area; what they show is loaded when somebody goes there. */
export const booksRoutes = [
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/books',
    component: lazyRouteComponent(() => import('./area.tsx'), 'Area'),
  }),
] as const

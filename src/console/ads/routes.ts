import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { rootRoute } from '../shell/root-route.tsx'

/** The addresses of the area; what they show is loaded when somebody goes there. */
export const adsRoutes = [
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/ads',
    component: lazyRouteComponent(() => import('./area.tsx'), 'Area'),
  }),
] as const

import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { rootRoute } from '../shell/root-route.tsx'

/** The routes of the account area. */
export const accountRoutes = [
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/account/settings',
    component: lazyRouteComponent(() => import('./settings-page.tsx'), 'SettingsPage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/account/security',
    component: lazyRouteComponent(() => import('./security-page.tsx'), 'SecurityPage'),
  }),
] as const

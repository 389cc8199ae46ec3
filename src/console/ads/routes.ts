import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { rootRoute } from '../shell/root-route.tsx'
import { choiceIn } from './choice.ts'

const getParentRoute = () => rootRoute

/** The addresses of the area; what they show is loaded when somebody goes there. */
export const adsRoutes = [
  createRoute({
    getParentRoute,
    path: '/ads',
    component: lazyRouteComponent(() => import('./accounts/accounts-page.tsx'), 'AccountsPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/ads/conversions',
    validateSearch: choiceIn,
    component: lazyRouteComponent(
      () => import('./conversions/conversions-page.tsx'),
      'ConversionsPage',
    ),
  }),
  createRoute({
    getParentRoute,
    path: '/ads/reports',
    validateSearch: choiceIn,
    component: lazyRouteComponent(() => import('./reports/reports-page.tsx'), 'ReportsPage'),
  }),
] as const

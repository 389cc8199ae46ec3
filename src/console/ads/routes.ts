import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { rootRoute } from '../shell/root-route.tsx'
import { choiceIn, reportChoiceIn } from './choice.ts'

const getParentRoute = () => rootRoute

/** The routes of the area, whose pages are loaded on demand. */
export const adsRoutes = [
  createRoute({
    getParentRoute,
    path: '/ads',
    validateSearch: choiceIn,
    component: lazyRouteComponent(() => import('./overview/overview-page.tsx'), 'OverviewPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/ads/accounts',
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
    validateSearch: reportChoiceIn,
    component: lazyRouteComponent(() => import('./reports/reports-page.tsx'), 'ReportsPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/ads/saved-columns',
    validateSearch: choiceIn,
    component: lazyRouteComponent(
      () => import('./saved-columns/saved-columns-page.tsx'),
      'SavedColumnsPage',
    ),
  }),
] as const

import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { rootRoute } from '../shell/root-route.tsx'

const getParentRoute = () => rootRoute

/** The interface and the open operation in the URL of the reference. */
interface ReferenceSearch {
  readonly api?: string
  readonly operation?: string
}

/** The routes of the area, whose pages are loaded on demand. */
export const developersRoutes = [
  createRoute({
    getParentRoute,
    path: '/developers',
    component: lazyRouteComponent(() => import('./tokens/tokens-page.tsx'), 'TokensPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/developers/clients',
    component: lazyRouteComponent(() => import('./clients/clients-page.tsx'), 'ClientsPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/developers/channels',
    component: lazyRouteComponent(() => import('./channels/channels-page.tsx'), 'ChannelsPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/developers/quota',
    component: lazyRouteComponent(() => import('./quota-page.tsx'), 'QuotaPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/developers/requests',
    component: lazyRouteComponent(() => import('./requests/requests-page.tsx'), 'RequestsPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/developers/workbench',
    validateSearch: ({ tab }: Record<string, unknown>): { tab?: string } =>
      typeof tab === 'string' ? { tab } : {},
    component: lazyRouteComponent(() => import('./workbench-page.tsx'), 'WorkbenchPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/developers/reference',
    validateSearch: ({ api, operation }: Record<string, unknown>): ReferenceSearch => ({
      ...(typeof api === 'string' && { api }),
      ...(typeof operation === 'string' && { operation }),
    }),
    component: lazyRouteComponent(() => import('./reference/reference-page.tsx'), 'ReferencePage'),
  }),
] as const

import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { rootRoute } from '../shell/root-route.tsx'

const forAdmins = createRoute({
  getParentRoute: () => rootRoute,
  id: 'administration',
  component: lazyRouteComponent(() => import('./for-admins.tsx'), 'ForAdmins'),
})

const getParentRoute = () => forAdmins

/** The routes of the area, whose pages are loaded on demand. */
export const adminRoutes = [
  forAdmins.addChildren([
    createRoute({
      getParentRoute,
      path: '/admin',
      component: lazyRouteComponent(() => import('./health/health-page.tsx'), 'HealthPage'),
    }),
    createRoute({
      getParentRoute,
      path: '/admin/users',
      component: lazyRouteComponent(() => import('./users/users-page.tsx'), 'UsersPage'),
    }),
    createRoute({
      getParentRoute,
      path: '/admin/groups',
      component: lazyRouteComponent(() => import('./groups-page.tsx'), 'GroupsPage'),
    }),
    createRoute({
      getParentRoute,
      path: '/admin/domains',
      component: lazyRouteComponent(() => import('./domains-page.tsx'), 'DomainsPage'),
    }),
    createRoute({
      getParentRoute,
      path: '/admin/rooms',
      component: lazyRouteComponent(() => import('./rooms-page.tsx'), 'RoomsPage'),
    }),
    createRoute({
      getParentRoute,
      path: '/admin/jobs',
      component: lazyRouteComponent(() => import('./jobs-page.tsx'), 'JobsPage'),
    }),
    createRoute({
      getParentRoute,
      path: '/admin/audit',
      component: lazyRouteComponent(() => import('./audit/audit-page.tsx'), 'AuditPage'),
    }),
  ]),
] as const

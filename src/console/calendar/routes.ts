import { createRoute, lazyRouteComponent, notFound, rootRouteId } from '@tanstack/react-router'
import { loadTemporal } from '../locale/index.ts'
import { rootRoute } from '../shell/root-route.tsx'
import { isView } from './time/view-names.ts'

/** Loads `Temporal` before the pages of the area, which use it. */
async function withTemporal<Module>(load: () => Promise<Module>): Promise<Module> {
  globalThis.Temporal ??= await loadTemporal()
  return load()
}

const calendar = createRoute({
  getParentRoute: () => rootRoute,
  path: '/calendar',
  component: lazyRouteComponent(() => withTemporal(() => import('./area.tsx')), 'Area'),
})

/** The view and date in the URL, which the area reads. */
const place = createRoute({
  getParentRoute: () => calendar,
  path: '{-$view}/{-$date}',
  beforeLoad: ({ params: { view, date } }) => {
    if (view !== undefined && !isView(view)) throw notFound({ routeId: rootRouteId })
    if (date !== undefined && !/^\d{4}-\d{2}-\d{2}$/.test(date))
      throw notFound({ routeId: rootRouteId })
  },
})

const event = createRoute({
  getParentRoute: () => rootRoute,
  path: '/calendar/event',
  validateSearch: (search: Record<string, unknown>): { eid: string } => ({
    eid: typeof search.eid === 'string' ? search.eid : '',
  }),
  component: lazyRouteComponent(
    () => withTemporal(() => import('./event/event-page.tsx')),
    'EventPage',
  ),
})

/** The routes of the area, whose pages are loaded on demand. */
export const calendarRoutes = [event, calendar.addChildren([place])] as const

import { createRoute, createRouter, Link, redirect } from '@tanstack/react-router'
import { accountRoutes } from '../account/routes.ts'
import { adminRoutes } from '../admin/routes.ts'
import { adsRoutes } from '../ads/routes.ts'
import { booksRoutes } from '../books/routes.ts'
import { calendarRoutes } from '../calendar/routes.ts'
import { developersRoutes } from '../developers/routes.ts'
import { t } from '../texts/shell.ts'
import { ErrorNote } from '../ui/feedback/notes.tsx'
import { Spinner } from '../ui/feedback/spinner.tsx'
import { Page } from '../ui/page/page.tsx'
import { world } from '../world.ts'
import { rootRoute } from './root-route.tsx'
import { searchText } from './search-text.ts'

const home = createRoute({
  getParentRoute: () => rootRoute,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/calendar', replace: true })
  },
})

const tree = rootRoute.addChildren([
  home,
  ...calendarRoutes,
  ...booksRoutes,
  ...adsRoutes,
  ...developersRoutes,
  ...accountRoutes,
  ...adminRoutes,
])

export const makeRouter = () =>
  createRouter({
    routeTree: tree,
    basepath: world.prefix || '/',
    ...searchText,
    defaultPreload: 'intent',
    // Unknown paths are handled by the root, not by an area.
    notFoundMode: 'root',
    defaultPendingComponent: () => <Spinner label={t.loading} />,
    defaultErrorComponent: ({ error, reset }) => <ErrorNote error={error} onRetry={reset} />,
    defaultNotFoundComponent: NotFound,
  })

function NotFound() {
  return (
    <Page title={t.pageNotFound}>
      <p>
        {t.noPageHere} <Link to="/calendar">{t.goToCalendar}</Link>
      </p>
    </Page>
  )
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof makeRouter>
  }
}

import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { type Person, type SessionState, session } from '../session/session.ts'
import { PersonContext, useSession } from '../session/use-session.ts'
import { Welcome } from '../session/welcome.tsx'
import { t } from '../texts/shell.ts'
import { Button } from '../ui/button.tsx'
import { Spinner } from '../ui/feedback/spinner.tsx'
import { pathInWorld } from '../world.ts'
import { makeQueryClient } from './query-client.ts'
import { makeRouter } from './router.tsx'
import { WorldBar } from './world-bar.tsx'

/** The areas for signed-in users, and the welcome page for others. */
export function App() {
  const state = useSession()
  if (state.kind === 'signed-in') return <SignedIn key={state.person.sub} person={state.person} />
  return (
    <>
      <WorldBar />
      <NotSignedIn state={state} />
    </>
  )
}

function NotSignedIn({ state }: { state: Exclude<SessionState, { kind: 'signed-in' }> }) {
  const shelf = publicShelfAt(pathInWorld(location.pathname))
  if (state.kind === 'signed-out' && shelf !== undefined) return <PublicPage {...shelf} />
  if (state.kind === 'signed-out') return <Welcome problem={state.problem} />
  return (
    <main className="welcome">
      <Spinner label={t.opening} />
    </main>
  )
}

/** The query cache belongs to one user and ends with the sign-out. */
function SignedIn({ person }: { person: Person }) {
  const [queryClient] = useState(makeQueryClient)
  const [router] = useState(makeRouter)
  return (
    <PersonContext value={person}>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </PersonContext>
  )
}

const PublicShelf = lazy(async () => {
  const { PublicShelf: component } = await import('../books/shelves/public-shelf.tsx')
  return { default: component }
})

/** The public bookshelf of a path, if any. */
function publicShelfAt(path: string): { userId: string; shelf: string } | undefined {
  const [, userId, shelf] = /^\/books\/users\/(\w+)\/shelves\/(\d+)$/.exec(path) ?? []
  return userId === undefined || shelf === undefined ? undefined : { userId, shelf }
}

/** A public bookshelf for users who are not signed in, with a sign-in button. */
function PublicPage({ userId, shelf }: { userId: string; shelf: string }) {
  const [queryClient] = useState(makeQueryClient)
  return (
    <main className="public">
      <QueryClientProvider client={queryClient}>
        <Suspense fallback={<Spinner label={t.loading} />}>
          <PublicShelf userId={userId} shelf={shelf} />
        </Suspense>
      </QueryClientProvider>
      <p className="public-end">
        <Button onClick={() => void session.signIn()}>{t.signInToAlmanac}</Button>
      </p>
    </main>
  )
}

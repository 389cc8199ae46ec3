import { QueryClientProvider } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { session } from '../session/session.ts'
import { Button } from '../ui/button.tsx'
import { Spinner } from '../ui/feedback/spinner.tsx'
import { makeQueryClient } from './query-client.ts'

const PublicShelf = lazy(async () => {
  const { PublicShelf: component } = await import('../books/shelves/public-shelf.tsx')
  return { default: component }
})

/** Which public shelf an address shows, if it does. */
export function publicShelfAt(path: string): { userId: string; shelf: string } | undefined {
  const [, userId, shelf] = /^\/books\/users\/(\w+)\/shelves\/(\d+)$/.exec(path) ?? []
  return userId === undefined || shelf === undefined ? undefined : { userId, shelf }
}

/** A public shelf for people who are not signed in, and the way in. */
export function PublicPage({ userId, shelf }: { userId: string; shelf: string }) {
  const [queryClient] = useState(makeQueryClient)
  return (
    <main className="public">
      <QueryClientProvider client={queryClient}>
        <Suspense fallback={<Spinner label="Loading" />}>
          <PublicShelf userId={userId} shelf={shelf} />
        </Suspense>
      </QueryClientProvider>
      <p className="public-end">
        <Button onClick={() => void session.signIn()}>Sign in to Almanac</Button>
      </p>
    </main>
  )
}

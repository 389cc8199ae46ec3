import type { ReactNode } from 'react'
import { ErrorNote } from './notes.tsx'
import { Skeleton } from './skeleton.tsx'

interface Query<T> {
  readonly data: T | undefined
  readonly error: unknown
  readonly refetch: () => unknown
}

interface OutcomeProps<T> {
  readonly of: Query<T>
  readonly lines?: number
  readonly children: (data: T) => ReactNode
}

/** Renders a query: loading, its data, or an error with a retry button. */
export function Outcome<T>({ of: query, lines = 4, children }: OutcomeProps<T>) {
  if (query.data !== undefined) return children(query.data)
  if (query.error) return <ErrorNote error={query.error} onRetry={() => void query.refetch()} />
  return <Skeleton lines={lines} />
}

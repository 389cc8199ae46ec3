import type { ReactNode } from 'react'
import { ErrorNote } from './notes.tsx'
import { Skeleton } from './skeleton.tsx'

interface Asked<T> {
  readonly data: T | undefined
  readonly error: unknown
  readonly refetch: () => unknown
}

interface OutcomeProps<T> {
  readonly of: Asked<T>
  readonly lines?: number
  readonly children: (data: T) => ReactNode
}

/** Renders a query: loading, its data, or an error with a retry button. */
export function Outcome<T>({ of: asked, lines = 4, children }: OutcomeProps<T>) {
  if (asked.data !== undefined) return children(asked.data)
  if (asked.error) return <ErrorNote error={asked.error} onRetry={() => void asked.refetch()} />
  return <Skeleton lines={lines} />
}

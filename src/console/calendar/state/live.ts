import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { stream } from '../../api/index.ts'
import { base } from '../wire/paths.ts'
import { keys } from './keys.ts'

const pauseMs = { first: 1_000, max: 60_000 }

interface Change {
  readonly kind: string
  readonly calendarId?: string
}

/** Follows changes by others while the calendar is shown. */
export function useLiveChanges(): void {
  const client = useQueryClient()
  useEffect(() => {
    const ending = new AbortController()
    void follow(client, ending.signal)
    return () => ending.abort()
  }, [client])
}

/** Reconnects when the stream ends, with increasing delays while the server does not respond. */
async function follow(client: QueryClient, signal: AbortSignal): Promise<void> {
  let lastId: string | undefined
  let waitMs = pauseMs.first
  while (!signal.aborted) {
    try {
      const headers = lastId === undefined ? {} : { 'Last-Event-ID': lastId }
      for await (const { event, data, id } of stream(`${base}/stream`, { headers, signal })) {
        waitMs = pauseMs.first
        if (event === 'change') refresh(client, JSON.parse(data) as Change)
        // Data that was requested before the first message may have changed without a notification.
        else if (event === 'reset' || lastId === undefined) void askAgain(client, ['calendar'])
        lastId = id ?? lastId
      }
    } catch {
      // The next attempt reports a lasting error.
    }
    await pause(waitMs, signal)
    waitMs = Math.min(pauseMs.max, waitMs * 2)
  }
}

/** Refetches what has changed, if it is shown. */
function refresh(client: QueryClient, { kind, calendarId }: Change): void {
  if (kind === 'calendar#calendarList') void askAgain(client, keys.calendars)
  if (kind !== 'calendar#events' || calendarId === undefined) return
  void askAgain(client, keys.eventsOf(calendarId))
  void askAgain(client, keys.freeBusy)
}

/** Refetches, and once more if a request was pending, because its response may be older than the change. */
export async function askAgain(client: QueryClient, queryKey: readonly unknown[]): Promise<void> {
  const first = client
    .getQueryCache()
    .findAll({ queryKey, fetchStatus: 'fetching' })
    .filter(({ state }) => state.data === undefined)
  await client.invalidateQueries({ queryKey })
  for (const query of first) {
    void client.invalidateQueries({ queryKey: query.queryKey, exact: true })
  }
}

const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })

import { queryOptions } from '@tanstack/react-query'
import { api } from '../../api/index.ts'

const path = '/almanac/v1/users/me/subscriptions'

/** A calendar that follows the iCalendar feed of another server. */
export interface Subscription {
  readonly calendarId: string
  readonly address: string
  readonly summary?: string
  readonly lastAttempt?: string
  readonly lastRefresh?: string
  readonly nextRefresh: string
  /** The error of the last refresh, if it failed. */
  readonly error?: string
  readonly skippedEvents: number
}

/** A new subscription is read within seconds. */
const pollMs = 2_000

const listSubscriptions = async (signal?: AbortSignal): Promise<readonly Subscription[]> =>
  (await api.get<{ items?: readonly Subscription[] }>(path, { signal })).items ?? []

export const subscriptions = queryOptions({
  queryKey: ['calendar', 'subscriptions'],
  queryFn: ({ signal }) => listSubscriptions(signal),
  staleTime: 0,
  refetchInterval: pollMs,
})

/** Whether a calendar may follow a feed, by its id. */
export const isSubscribed = (calendarId: string): boolean =>
  calendarId.endsWith('@import.calendar.google.com')

export const insertSubscription = (body: { address: string; summary?: string | undefined }) =>
  api.post<Subscription>(path, { body })

const firstAttemptPollMs = 400
const firstAttemptPolls = 25

/** Waits until the feed of a new subscription was read, which provides its title, but not for long. */
export async function afterFirstAttempt(subscription: Subscription): Promise<Subscription> {
  let latest = subscription
  for (let polls = 0; polls < firstAttemptPolls && latest.lastAttempt === undefined; polls++) {
    await new Promise((wake) => setTimeout(wake, firstAttemptPollMs))
    const all = await listSubscriptions()
    latest = all.find(({ calendarId }) => calendarId === latest.calendarId) ?? latest
  }
  return latest
}

export const refreshSubscription = (calendarId: string) =>
  api.post<Subscription>(`${path}/${encodeURIComponent(calendarId)}/refresh`)

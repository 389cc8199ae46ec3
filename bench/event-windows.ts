import { eventsPath, eventTimes, getPath } from './event-requests.ts'
import { type Reply, sampleReply } from './sample-reply.ts'
import { type NextRequest, shuffledPasses } from './varied-requests.ts'

export const windowCount = 200
const eventsPerWindow = 250

export interface WindowOptions {
  /** How many events the calendar has. */
  readonly events: number
  readonly token: string
  readonly path?: string
  /** Further parameters of the query. */
  readonly params?: string
}

/** Lists of different windows, all with the same number of events, in random order. */
export const windowLists = (options: WindowOptions): NextRequest =>
  shuffledPasses(windowCount, (index, pass) => windowList(index, pass, options))

/** The replies to these lists, one for each window. */
export const sampleWindows = (port: number, options: WindowOptions): Promise<Reply[]> =>
  sampleLists(
    port,
    Array.from({ length: windowCount }, (_, index) => windowList(index, 0, options)),
    eventsPerWindow,
  )

/**
 * One window. Each pass moves it by a second, which changes neither the events in it nor the size of the reply,
 * because events start and end on the half hour.
 */
export function windowList(
  index: number,
  pass: number,
  { events, token, path = eventsPath, params = '' }: WindowOptions,
): Buffer {
  const first = 1 + index * Math.floor((events - eventsPerWindow) / windowCount)
  const shift = { seconds: pass + 1 }
  const from = eventTimes(first).start.add(shift)
  const to = eventTimes(first + eventsPerWindow - 2).start.add(shift)
  return getPath(token, `${path}?timeMin=${from}&timeMax=${to}${params}`)
}

/** Lists that have to be complete on their first page, and as long as expected. */
export async function sampleLists(
  port: number,
  requests: readonly Buffer[],
  length?: number,
): Promise<Reply[]> {
  const replies: Reply[] = []
  for (const request of requests) {
    const reply = await sampleReply(port, request)
    const { items, nextPageToken } = JSON.parse(reply.body) as {
      items: unknown[]
      nextPageToken?: string
    }
    const isExpected = length === undefined ? items.length > 0 : items.length === length
    if (!isExpected || nextPageToken !== undefined) {
      throw new Error(`A sampled list has ${items.length} items on its first page.`)
    }
    replies.push(reply)
  }
  return replies
}

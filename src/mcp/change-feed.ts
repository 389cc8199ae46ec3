import type { Handle } from '#/http/wire.ts'
import { wholeBody } from '#/http/wire.ts'
import { type Refusal, refusalFrom } from '#/kernel/errors.ts'
import { reportsChannel } from '#/services/ads/schemas/report.ts'
import { catalogChannel } from '#/services/books/schemas/volume.ts'
import type { Database } from '#/storage/port.ts'
import type { Arrival, CallableOperations } from './operation-client.ts'

/** A source of changes: the caller's calendars, all reports, or the catalog of books. */
export type Feed = 'calendars' | 'reports' | 'catalog'

export interface ChangeListeners {
  /** Called with the id of a calendar or report that has changed; undefined if anything may have. */
  readonly onChange: (id: string | undefined) => void
  readonly onEnd: () => void
}

/** Reports the changes of a feed. Returns what ends it, or throws the error of the operation. */
export type WatchChanges = (feed: Feed, listeners: ChangeListeners) => Promise<() => void>

interface FeedContext {
  readonly handle: Handle
  readonly operations: CallableOperations
  readonly database: Database
}

export const changeFeed =
  (context: FeedContext, arrival: Pick<Arrival, 'request' | 'authorization'>): WatchChanges =>
  (feed, listeners) =>
    feed === 'calendars'
      ? openStream(context, arrival, listeners)
      : listenTo(context.database, channels[feed], listeners)

const channels = { reports: reportsChannel, catalog: catalogChannel }
const foreignLookEveryMs = 1000

/** Listens to notifications of transactions. They have no content, so that they need no access check. */
async function listenTo(
  database: Database,
  channel: string,
  { onChange }: ChangeListeners,
): Promise<() => void> {
  const stop = await database.listen(channel, (id) => onChange(id === '' ? undefined : id))
  // Commands change an embedded database without notification.
  let seen = database.foreignChanges()
  const looking = setInterval(() => {
    const present = database.foreignChanges()
    if (present !== seen) onChange(undefined)
    seen = present
  }, foreignLookEveryMs).unref()
  return () => {
    clearInterval(looking)
    void stop()
  }
}

const operation = 'calendar.stream.open'

/** Opens the push stream of the caller, with all rules of the wire. */
async function openStream(
  { handle, operations }: FeedContext,
  { request, authorization }: Pick<Arrival, 'request' | 'authorization'>,
  { onChange, onEnd }: ChangeListeners,
): Promise<() => void> {
  const callable = operations.get(operation)!
  const { id, peer, origin, prefix } = request
  const reply = await handle({
    id,
    peer,
    origin,
    prefix,
    method: callable.method,
    target: callable.target(callable.address({})),
    headers: { authorization },
    body: undefined,
    isBatchPart: false,
  })
  if (reply.stream === undefined) {
    const { error } = JSON.parse(wholeBody(reply.body!).toString()) as {
      error: { errors: Refusal[] }
    }
    throw refusalFrom(reply.status, error.errors)
  }
  const closing: (() => void)[] = []
  reply.stream({
    write: (text) => {
      if (text.includes('event: reset')) onChange(undefined)
      for (const calendarId of changedCalendars(text)) onChange(calendarId)
      return true
    },
    end: onEnd,
    onDrain: () => {},
    onClose: (listener) => void closing.push(listener),
  })
  return () => {
    for (const close of closing) close()
  }
}

/** The calendars that the events of a stream name. */
export function changedCalendars(text: string): string[] {
  return [...text.matchAll(/^event: change\ndata: (.*)$/gm)].flatMap(([, data]) => {
    const { calendarId } = JSON.parse(data!) as { calendarId?: string }
    return calendarId ?? []
  })
}

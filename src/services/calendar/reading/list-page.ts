import { LRUCache } from 'lru-cache'
import { viewEtag } from '#/contract/etag.ts'
import { Stored } from '#/contract/answer.ts'
import { longWork } from '#/kernel/time-slices.ts'
import { updatedText } from '../event/times.ts'
import type { CalendarContext, FoundReminders } from '../operation.ts'
import type { View } from '../rendering/event-reply.ts'
import type { Events } from '../schemas/event.ts'
import type { Access } from '../sharing/access.ts'
import { isAtLeast } from '../sharing/access-rule.ts'
import { calendarIn, eventNumbers } from '../store/calendars.ts'
import { eventPages } from '../store/event-pages.ts'
import type { Item } from './in-window.ts'
import { openWalk, type Walk } from './walk.ts'

interface PageParams {
  readonly pageToken?: string
  readonly syncToken?: string
}

interface Listing {
  /** `calendar.events` or another list of events. */
  readonly collection: string
  readonly access: Access
  readonly view: View
  readonly params: PageParams
  /** The caller's default reminders on this calendar. */
  readonly reminders: () => FoundReminders
  /** Whether the page may come from the cache; not if it depends on the current time. */
  readonly isCacheable: boolean
  /** Invitations without a response are left out. */
  readonly hidesInvitations?: boolean
  /** Which part of the calendar is listed. */
  readonly extent?: string
  readonly read: (walk: Walk) => Promise<Omit<Page, 'updatedAtMs'>>
}

type Context = Pick<CalendarContext, 'store' | 'clock' | 'syncTokenLifetimeMs'>

/** One page of a list of events, from the cache if the calendar hasn't changed. */
export async function eventsPage(context: Context, listing: Listing): Promise<Stored<Events>> {
  const { store } = context
  const { collection, access, view, params, reminders, isCacheable, read } = listing
  const { calendar, role } = access
  const { key } = calendar
  // A sync token ends when the role changes or hidden invitations are shown: the list is another one.
  const owner = `${key} ${role}${listing.hidesInvitations ? ' answered' : ''}`
  const { extent = '' } = listing
  const walk = openWalk(
    context,
    { collection, owner, numbers: eventNumbers(calendar), extent },
    params,
  )
  const pageKey = keyOf({ collection, access, view, params }, walk)
  const cached = isCacheable ? store.pages.find(pageKey) : undefined
  const page = cached ?? store.pages.keep(pageKey, await readPage(context, access, read(walk)))
  const found = reminders()
  const defaultReminders = found instanceof Promise ? await found : found
  const token = walk.end(page.next, page)
  return eventsReply({ access, defaultReminders, token }, page)
}

async function readPage(
  { store }: Pick<Context, 'store'>,
  { calendar }: Access,
  read: Promise<Omit<Page, 'updatedAtMs'>>,
): Promise<Page> {
  const page = await read
  const last = await eventPages.lastUpdate(store.reader, calendar)
  return { ...page, updatedAtMs: last ?? calendar.createdAtMs }
}

/** The cache key: everything that a page depends on. Parameters are quoted. */
function keyOf(
  { collection, access, view, params }: Omit<Listing, 'reminders' | 'isCacheable' | 'read'>,
  { position, since, extent }: Walk,
): string {
  const { key, sequence } = access.calendar
  const options = { ...params, pageToken: undefined, syncToken: undefined }
  const { role, userId, zone, calendarZone, origin } = view
  const version = `${key} ${sequence} ${since ?? ''} ${extent}`
  const seenBy = `${role} ${userId} ${zone} ${calendarZone} ${origin}`
  return `${collection} ${version} ${seenBy} ${JSON.stringify(options)} ${position}`
}

interface Header {
  readonly access: Access
  readonly defaultReminders: readonly unknown[]
  readonly token: object
}

/** The response: the calendar's properties, then the items. */
function eventsReply(
  { access, defaultReminders, token }: Header,
  { items, updatedAtMs }: Page,
): Stored<Events> {
  const { calendar, role } = access
  const { summary, description, timeZone } = calendarIn(calendar)
  const seesDetails = isAtLeast(role, 'reader')
  const { sequence, key } = calendar
  const etag = viewEtag(sequence, `${key} ${role} ${JSON.stringify(defaultReminders)}`)
  const header = JSON.stringify({
    kind: 'calendar#events',
    etag,
    summary: seesDetails ? summary : calendar.id,
    description: seesDetails ? description : undefined,
    updated: updatedText(updatedAtMs),
    timeZone,
    accessRole: role,
    defaultReminders,
    ...token,
  })
  const beginning = `${header.slice(0, -1)},"items":[`
  return new Stored<Events>(
    typeof items === 'string'
      ? `${beginning}${items}]}`
      : [Buffer.from(beginning), items, endOfItems],
    etag,
  )
}

const endOfItems = Buffer.from(']}')

/** A page of events. */
interface Page {
  /** The rendered items, comma-separated; bytes if there are many. */
  readonly items: string | Buffer
  /** Where the next page starts; undefined on the last one. */
  readonly next: string | undefined
  /** When the calendar last changed. */
  readonly updatedAtMs: number
  /** The list is complete enough for incremental sync. */
  readonly isSyncable: boolean
}

/** Longer pages are cached as bytes. */
const textLengthMax = 16_384

/** Items rendered before other requests get a turn. */
const itemsPerStep = 100

/** Renders the first items, and returns where the rest starts. */
export async function renderPage(
  found: readonly Item[],
  itemsMax: number,
): Promise<Pick<Page, 'items' | 'next'>> {
  const shown = found.slice(0, itemsMax)
  const next = found.length > shown.length ? shown.at(-1)!.place : undefined
  return { items: await renderItems(shown), next }
}

async function renderItems(items: readonly Item[]): Promise<Page['items']> {
  const texts: string[] = []
  for (const item of items) {
    const isStep = texts.length > 0 && texts.length % itemsPerStep === 0
    if (isStep) await longWork.next()
    texts.push(item.text())
  }
  const joined = texts.join()
  return joined.length > textLengthMax ? Buffer.from(joined) : joined
}

/**
 * Recently read pages. A key contains everything that the page depends on, including the calendar's
 * change number, so pages never become stale; they are only evicted.
 */
export class PageCache {
  readonly #pages: LRUCache<string, Page>

  constructor(bytesMax: number) {
    this.#pages = new LRUCache({
      maxSize: Math.max(bytesMax, 1),
      sizeCalculation: ({ items }, key) => 1 + key.length + items.length,
    })
  }

  find(key: string): Page | undefined {
    return this.#pages.get(key)
  }

  keep(key: string, page: Page): Page {
    this.#pages.set(key, page)
    return page
  }
}

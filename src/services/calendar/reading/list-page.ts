import { type ListParts, Stored } from '#/contract/answer.ts'
import { viewEtag } from '#/contract/etag.ts'
import { longWork } from '#/kernel/process/time-slices.ts'
import { calendarIn, eventNumbers } from '../calendar/calendar-row.ts'
import type { FoundReminders } from '../call-store.ts'
import { updatedText } from '../event/times.ts'
import type { CalendarContext } from '../operation.ts'
import { joinedBytes } from '../read-model/rendered-blocks.ts'
import type { Events } from '../schemas/event.ts'
import type { Access } from '../sharing/access.ts'
import { isAtLeast } from '../sharing/access-rule.ts'
import type { EventSource } from '../store/event-pages.ts'
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
  readonly params: PageParams
  /** The caller's default reminders on this calendar. */
  readonly reminders: () => FoundReminders
  /** Invitations without a response are left out. */
  readonly hidesInvitations?: boolean
  /** Which part of the calendar is listed. */
  readonly extent?: string
  readonly read: (walk: Walk, source: EventSource) => Promise<Omit<Page, 'updatedAtMs'>>
}

type Context = Pick<CalendarContext, 'readModel' | 'clock' | 'syncTokenLifetimeMs'>

/** One page of a list of events. */
export async function eventsPage(context: Context, listing: Listing): Promise<Stored<Events>> {
  const { collection, access, params, reminders } = listing
  const { calendar, role } = access
  const { key } = calendar
  // A change of the role or of `showHiddenInvitations` invalidates sync tokens, because the list differs.
  const owner = `${key} ${role}${listing.hidesInvitations ? ' answered' : ''}`
  const { extent = '' } = listing
  const walk = openWalk(
    context,
    { collection, owner, numbers: eventNumbers(calendar), extent },
    params,
  )
  const source = await context.readModel.sourceOf(calendar)
  const read = await listing.read(walk, source)
  const updatedAtMs = (await source.lastUpdate(calendar)) ?? calendar.createdAtMs
  const found = reminders()
  const defaultReminders = found instanceof Promise ? await found : found
  const token = walk.end(read.next, read)
  return eventsReply({ access, defaultReminders, token }, { ...read, updatedAtMs })
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
  const { changeNumber, key } = calendar
  const etag = viewEtag(changeNumber, `${key} ${role} ${JSON.stringify(defaultReminders)}`)
  const members = {
    kind: 'calendar#events',
    etag,
    summary: seesDetails ? summary : calendar.id,
    description: seesDetails ? description : undefined,
    updated: updatedText(updatedAtMs),
    timeZone,
    accessRole: role,
    defaultReminders,
    ...token,
  }
  const parts = { members, items }
  return new Stored<Events>(() => listContent(parts), etag, { parts })
}

function listContent({ members, items }: ListParts): string | readonly Buffer[] {
  const beginning = `${JSON.stringify(members).slice(0, -1)},"items":[`
  return typeof items === 'string'
    ? `${beginning}${items}]}`
    : [Buffer.from(beginning), ...items, endOfItems]
}

const endOfItems = Buffer.from(']}')

/** A page of events. */
interface Page {
  /** The rendered items, comma-separated. */
  readonly items: string | readonly Buffer[]
  /** Where the next page starts; undefined on the last one. */
  readonly next: string | undefined
  /** When the calendar last changed. */
  readonly updatedAtMs: number
  /** The list is complete enough for incremental sync. */
  readonly isSyncable: boolean
}

/** How many items are rendered before other requests are served. */
const itemsPerStep = 100

/** Renders the first items, and returns where the rest starts. */
export async function renderPage(
  found: readonly Item[],
  itemsMax: number,
): Promise<Pick<Page, 'items' | 'next'>> {
  const shown = found.slice(0, itemsMax)
  const next = found.length > shown.length ? shown.at(-1)!.position() : undefined
  return { items: await renderItems(shown), next }
}

async function renderItems(items: readonly Item[]): Promise<string | readonly Buffer[]> {
  const texts: string[] = []
  let length = 0
  for (const item of items) {
    const isStep = texts.length > 0 && texts.length % itemsPerStep === 0
    if (isStep) await longWork.next()
    const text = item.text()
    texts.push(text)
    length += text.length
  }
  return length > textLengthMax ? [joinedBytes(texts)] : texts.join()
}

/** Longer pages are encoded event by event, which takes a third of the time. */
const textLengthMax = 16_384

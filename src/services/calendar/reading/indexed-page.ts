import { longWork } from '#/kernel/process/time-slices.ts'
import type { CalendarModel } from '../read-model/calendar-model.ts'
import type { IndexedEvent } from '../read-model/indexed-events.ts'
import type { Rendering } from '../read-model/rendered-blocks.ts'
import { Instance } from '../read-model/timeline.ts'
import { renderingKey } from '../rendering/event-reply.ts'
import { callersPartOf, withCallersPart } from '../rendering/personal-parts.ts'
import { isMasked } from '../rendering/presentation.ts'
import { isTextless } from '../store/event-pages.ts'
import type { ShownRow } from '../store/events.ts'
import { InstanceTexts, type Reading, rowText } from './in-window.ts'
import { type IndexItem, runsOf } from './indexed-runs.ts'

interface RenderedPage {
  readonly items: readonly Buffer[]
  /** Where the next page starts; undefined on the last one. */
  readonly next: string | undefined
}

/** A page of a list from the index of its calendar. Undefined if the database has to be read. */
export async function indexedPage(
  reading: Reading,
  index: CalendarModel,
  page: { readonly after: string; readonly count: number },
): Promise<RenderedPage | undefined> {
  if (!canAnswer(reading, index)) return undefined
  const found = runsOf(reading, index, page)
  if (found === undefined) return undefined
  const pieces = index.blocks.piecesOf(found.runs, renderingOf(reading, index))
  const items = pieces instanceof Promise ? await pieces : pieces
  return items && { items, next: found.next }
}

/** Texts, deleted events and the times of changes are not in the index. */
function canAnswer({ query }: Reading, index: CalendarModel): boolean {
  const { filter, order, icalUid } = query
  return (
    order !== 'update' &&
    icalUid === undefined &&
    filter.withTombstones === 0 &&
    isTextless(filter) &&
    (filter.awaited === 'listed' || !index.hasInvitations)
  )
}

function eventOf({ events }: CalendarModel, item: IndexItem): IndexedEvent {
  if (typeof item === 'number') return events.at(item)
  return item instanceof Instance ? item.series : item
}

/** How many items are rendered before other requests are served. */
const itemsPerStep = 100

function renderingOf(reading: Reading, index: CalendarModel): Rendering<IndexItem> {
  const { view } = reading
  const partOf = (item: IndexItem) => {
    const event = eventOf(index, item)
    const { personal } = event
    if (personal === undefined || event.presence !== 'live' || isMasked(event, view)) {
      return undefined
    }
    return callersPartOf(personal, view.userId)
  }
  return {
    key: renderingKey(view),
    isStoredInOrder: !reading.query.isExpanded,
    texts: async (items) => {
      const events = items.map((item) => eventOf(index, item))
      const rows = await index.rowsOf(events)
      return rows && textsOf(reading, { items, events, rows })
    },
    isPersonal: (item) => partOf(item) !== undefined,
    personalText: (item, text) => withCallersPart(text, partOf(item)!),
  }
}

interface RenderedItems {
  readonly items: readonly IndexItem[]
  /** The event of each item. */
  readonly events: readonly IndexedEvent[]
  readonly rows: ReadonlyMap<string, ShownRow>
}

/** Renders items without personal parts. */
async function textsOf(
  reading: Reading,
  { items, events, rows }: RenderedItems,
): Promise<Map<IndexItem, string>> {
  const texts = new Map<IndexItem, string>()
  const instanceTexts = new Map<IndexedEvent, InstanceTexts>()
  for (const [index, item] of items.entries()) {
    if (texts.size > 0 && texts.size % itemsPerStep === 0) await longWork.next()
    const event = events[index]!
    const row = withoutPersonal(rows.get(event.id)!)
    if (item instanceof Instance) {
      const ofSeries = instanceTexts.getOrInsertComputed(
        event,
        () => new InstanceTexts(row, event.model, reading.view),
      )
      texts.set(item, ofSeries.textAt(item.originalStart))
    } else texts.set(item, rowText(row, reading))
  }
  return texts
}

const withoutPersonal = (row: ShownRow): ShownRow =>
  row.internal === '' ? row : { ...row, internal: '' }

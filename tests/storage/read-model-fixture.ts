import { instanceId } from '#/services/calendar/event/event-id.ts'
import {
  type EventTimes,
  shownDate,
  shownTime,
  shownTimes,
} from '#/services/calendar/event/times.ts'
import type { CalendarModel } from '#/services/calendar/read-model/calendar-model.ts'
import type { Reading } from '#/services/calendar/reading/in-window.ts'
import { indexedPage } from '#/services/calendar/reading/indexed-page.ts'
import { itemsAfter } from '#/services/calendar/reading/items.ts'
import { renderPage } from '#/services/calendar/reading/list-page.ts'
import { latestMs } from '#/services/calendar/reading/time-position.ts'
import { modelOf } from '#/services/calendar/recurrence/series-models.ts'
import type { EventRow, EventWords } from '#/services/calendar/store/events.ts'

export const calendarZone = 'Europe/Zurich'

/** An event as tests describe it. */
export interface EventSketch {
  readonly id: string
  readonly times: EventTimes
  readonly recurrence?: readonly string[]
  /** Of an exception. */
  readonly master?: {
    readonly id: string
    readonly originalStart: number
    readonly isAllDay: boolean
  }
  readonly presence?: EventRow['presence']
  readonly visibility?: EventRow['visibility']
  readonly eventType?: string
  readonly isBusy?: 0 | 1
  readonly internal?: object
  readonly summary?: string
}

/** The row of an event, with texts as writers make them. */
export function rowOf(
  sketch: EventSketch,
  { calendarKey, changeNumber }: { readonly calendarKey: number; readonly changeNumber: number },
): EventRow & EventWords {
  const { times, recurrence, master, internal, summary } = sketch
  const { presence = 'live', visibility = 'default', eventType = 'default', isBusy = 1 } = sketch
  const id =
    master === undefined ? sketch.id : instanceId(master.id, master.originalStart, master.isAllDay)
  const model = recurrence && modelOf({ recurrence }, times)
  const lastStart = model?.series.lastStart
  const originalStartTime =
    master &&
    (master.isAllDay
      ? shownDate(master.originalStart)
      : shownTime(master.originalStart, { zone: calendarZone, ownZone: calendarZone }))
  const wire = {
    kind: 'calendar#event',
    etag: `"${3e15 + changeNumber}"`,
    id,
    status: presence === 'live' ? 'confirmed' : 'cancelled',
    summary,
    visibility,
    ...shownTimes(times, calendarZone),
    recurrence,
    recurringEventId: master?.id,
    originalStartTime,
    iCalUID: `${master?.id ?? id}@google.com`,
    eventType,
  }
  return {
    calendarKey,
    id,
    kind: recurrence ? 'series' : master ? 'exception' : 'single',
    presence,
    masterId: master?.id ?? null,
    originalStart: master?.originalStart ?? null,
    isAllDay: times.isAllDay ? 1 : 0,
    isBusy,
    awaits: 0,
    startMs: model?.series.firstStart ?? times.startMs,
    endMs: model ? (lastStart === undefined ? latestMs : lastStart + model.lengthMs) : times.endMs,
    changeNumber,
    updatedAtMs: changeNumber,
    icalUid: null,
    eventType,
    visibility,
    creatorId: 'ann',
    copyOf: null,
    zone: calendarZone,
    internal: internal === undefined ? '' : JSON.stringify(internal),
    wire: JSON.stringify(wire),
    words: '',
    properties: '',
    remindAt: null,
  }
}

/** Enough to see that pages follow each other. */
const pagesMax = 6

/** Reads the first pages of a list: from the statements, or from the index wherever that can answer. */
export async function pagesOf(
  reading: Reading,
  pageSize: number,
  index?: CalendarModel,
): Promise<{ readonly pages: readonly string[]; readonly fromIndex: number }> {
  const pages: string[] = []
  let fromIndex = 0
  for (let after = ''; pages.length < pagesMax; ) {
    const indexed = index && (await indexedPage(reading, index, { after, count: pageSize }))
    if (indexed !== undefined) fromIndex++
    const { items, next } =
      indexed ??
      (await renderPage(
        await itemsAfter(reading, { after, count: pageSize + 1, since: undefined }),
        pageSize,
      ))
    pages.push(typeof items === 'string' ? items : Buffer.concat(items).toString())
    if (next === undefined) break
    after = next
  }
  return { pages, fromIndex }
}

import type { Caller } from '#/contract/operation.ts'
import { calendarIdFor } from '../access.ts'
import type { Block } from '../domain/busy-blocks.ts'
import { dateTimeText } from '../domain/event/times.ts'
import type { CalendarStore } from '../operation.ts'
import type { FreeBusyCalendar } from '../schemas/free-busy.ts'
import type { CalendarRow } from '../store/calendars.ts'
import { busyBlocksOf } from './busy-blocks-of.ts'

interface Asking {
  readonly window: Block
  readonly zone: string
  readonly calendarsMax: number
}

type Given = { readonly store: CalendarStore; readonly caller: Caller }

/** What can be told of each calendar, under the id it was asked for by, as JSON. */
export async function answeredCalendars(
  given: Given,
  ids: readonly string[],
  asking: Asking,
): Promise<string> {
  const members: string[] = []
  for (const [index, id] of ids.entries()) {
    const text =
      index < asking.calendarsMax
        ? await answerOf(given, id, asking)
        : refusal('tooManyCalendarsRequested')
    members.push(`${JSON.stringify(id)}:${text}`)
  }
  return `{${members.join()}}`
}

async function answerOf(given: Given, id: string, asking: Asking): Promise<string> {
  const calendar = await visibleCalendar(given, id)
  return calendar === undefined ? refusal('notFound') : knownAnswer(given.store, calendar, asking)
}

const refusal = (reason: string): string =>
  JSON.stringify({ errors: [{ domain: 'global', reason }], busy: [] } satisfies FreeBusyCalendar)

/** The calendar, if the caller can see at least when it is busy. */
async function visibleCalendar(
  { store, caller }: Given,
  id: string,
): Promise<CalendarRow | undefined> {
  const found = store.calendars.find(calendarIdFor(caller, id))
  const calendar = found instanceof Promise ? await found : found
  if (calendar === undefined) return undefined
  const role = store.roles.of(calendar, caller)
  return (role instanceof Promise ? await role : role) === 'none' ? undefined : calendar
}

/** Out of memory where nothing has changed on the calendar since it was last asked for the same. */
async function knownAnswer(
  store: CalendarStore,
  calendar: CalendarRow,
  { window, zone }: Asking,
): Promise<string> {
  const { key, sequence } = calendar
  const answerKey = `${key} ${sequence} ${window.startMs} ${window.endMs} ${zone}`
  const known = store.busyBlocks.find(answerKey)
  if (known !== undefined) return known
  const blocks = await settledBlocks(store, calendar, window)
  if (blocks === undefined) return refusal('internalError')
  return store.busyBlocks.keep(answerKey, JSON.stringify({ busy: shownBlocks(blocks, zone) }))
}

const readingsMax = 5

/**
 * Blocks that were busy all at the same time. They are read in several steps, and what moves from
 * one to another meanwhile would be seen twice or not at all.
 */
async function settledBlocks(
  store: CalendarStore,
  calendar: CalendarRow,
  window: Block,
): Promise<readonly Block[] | undefined> {
  let current = calendar
  for (let reading = 1; ; reading++) {
    const blocks = await busyBlocksOf(store, current, window)
    const after = await store.calendars.find(current.id)
    const isSettled = after === undefined || after.sequence === current.sequence
    if (isSettled || reading === readingsMax) return blocks
    current = after
  }
}

const shownBlocks = (
  blocks: readonly Block[],
  zone: string,
): NonNullable<FreeBusyCalendar['busy']> =>
  blocks.map(({ startMs, endMs }) => ({
    start: dateTimeText(startMs, zone),
    end: dateTimeText(endMs, zone),
  }))

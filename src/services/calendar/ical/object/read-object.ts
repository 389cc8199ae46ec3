import { setImmediate as turn } from 'node:timers/promises'
import { ApiError } from '#/kernel/errors.ts'
import type { Event } from '../../schemas/event.ts'
import { type ComponentTree, componentTree, treeText } from '../component-tree.ts'
import { instantMsOf } from '../content-lines.ts'
import { zonesOfObject } from '../described-zone.ts'
import { type FileZones, type ParsedEvent, parseEvent } from '../parse-event.ts'
import { changedByExtras, extraValues, withoutExtras } from './extra-properties.ts'

/** An event of an object, as text and as what it says. */
export interface ReadEvent {
  readonly tree: ComponentTree
  readonly event: ParsedEvent
  /** What iCalendar lacks, by the names of extra properties. */
  readonly extras: ReadonlyMap<string, unknown>
}

/** An object that was read from text: its events by their original starts. */
export interface ReadObject {
  readonly tree: ComponentTree
  readonly zones: FileZones
  readonly events: ReadonlyMap<string, ReadEvent>
}

/** Other requests get a turn after so many events. */
export const eventsPerTurn = 20

/** Reads an object; undefined if it cannot be read. Transactions take no turns. */
export async function readObject(
  text: string,
  zone: string,
  { takesTurns = false }: { readonly takesTurns?: boolean } = {},
): Promise<ReadObject | undefined> {
  try {
    return await parsedObject(text, zone, takesTurns)
  } catch (error) {
    // Rendered text can have longer lines than the parser accepts.
    if (error instanceof ApiError) return undefined
    throw error
  }
}

async function parsedObject(
  text: string,
  zone: string,
  takesTurns: boolean,
): Promise<ReadObject | undefined> {
  const tree = componentTree(text)
  if (tree === undefined) return undefined
  const zones = zonesOfObject(tree, zone)
  const events = new Map<string, ReadEvent>()
  for (const one of tree.components) {
    if (one.name !== 'VEVENT') continue
    if (takesTurns && events.size % eventsPerTurn === eventsPerTurn - 1) await turn()
    const { event, extras } = await readEvent(one, zones)
    events.set(originalStartKey(event), { tree: one, event, extras })
  }
  return { tree, zones, events }
}

/** Reads a VEVENT of an object. */
export async function readEvent(
  tree: ComponentTree,
  zones: FileZones,
): Promise<Pick<ReadEvent, 'event' | 'extras'>> {
  const extras = extraValues(tree)
  const text = treeText(withoutExtras(tree), { isFolded: false })
  return { event: await parseEvent(text, zones, changedByExtras(extras)), extras }
}

/** Identifies an event within an object; empty for the series itself. */
export function originalStartKey({ originalStartTime: time }: Event): string {
  if (time === undefined) return ''
  if (time.date !== undefined) return time.date
  const { dateTime = '', timeZone = 'UTC' } = time
  if (/(?:Z|[+-]\d\d:\d\d)$/.test(dateTime)) return String(instantMsOf(time))
  return String(Temporal.PlainDateTime.from(dateTime).toZonedDateTime(timeZone).epochMilliseconds)
}

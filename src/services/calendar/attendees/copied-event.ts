import type { Transaction } from '#/storage/port.ts'
import { contentOf } from '../event/event-content.ts'
import type { EventContent } from '../event/event-draft.ts'
import { instanceId, instanceIn } from '../event/event-id.ts'
import { ownIn } from '../event/personal-properties.ts'
import { timesIn } from '../event/times.ts'
import { type SeriesModel, seriesModel } from '../recurrence/series-models.ts'
import { assembledEvent, identityOf } from '../rendering/assembled.ts'
import type { Event } from '../schemas/event.ts'
import { type EventRow, type Events, eventIn } from '../store/events.ts'
import { msPerDay } from '../time/civil-date.ts'
import { isSamePattern } from '../writing/series-change.ts'
import type { SharedRow } from './shared-event.ts'

interface Copying {
  /** The organizer's event, with its times shown in the zone of the guest. */
  readonly original: Event
  readonly row: EventRow
  readonly guestId: string
  readonly zone: string
  /** What the guest has: the copy, or the series that it belongs to. */
  readonly held?: EventRow | undefined
  readonly heldEvent?: Event | undefined
  /** Whoever is elsewhere meanwhile, a room is taken. */
  readonly isRoom: boolean
}

/** An event as a guest has it: what the organizer says, with what is the guest's own. */
export function copiedEvent(copying: Copying): Event {
  const { original, row, guestId, zone, held } = copying
  const { locked: _, ...identity } = identityOf(original)
  return assembledEvent({
    identity,
    content: {
      ...contentOf(original),
      ...shownGuests(original, guestId),
      ...ownPart(copying),
      ...(held && visibilityIn(held)),
    },
    times: timesIn(row, original),
    calendarId: guestId,
    zone,
  })
}

/** Who is seen to be invited: all, or the guest alone where guests do not see each other. */
export function shownGuests(
  { attendees, attendeesOmitted, guestsCanSeeOtherGuests = true }: Event,
  guestId: string,
): Pick<EventContent, 'attendees' | 'attendeesOmitted'> {
  if (guestsCanSeeOtherGuests) return absent({ attendees, attendeesOmitted })
  const own = attendees?.filter(({ email }) => email === guestId) ?? []
  return absent({ attendees: own.length > 0 ? own : undefined, attendeesOmitted: true })
}

/** What nobody else decides. A new copy blocks time as the event does, and always that of a room. */
function ownPart({ original, heldEvent, isRoom }: Copying): Partial<EventContent> {
  const { colorId, eventLabelId, transparency, extendedProperties } = heldEvent ?? {
    transparency: isRoom ? undefined : original.transparency,
  }
  const properties = {
    ...(extendedProperties?.private && { private: extendedProperties.private }),
    ...(original.extendedProperties?.shared && { shared: original.extendedProperties.shared }),
  }
  const isEmpty = Object.keys(properties).length === 0
  return absent({
    colorId,
    eventLabelId,
    transparency,
    extendedProperties: isEmpty ? undefined : properties,
  })
}

function visibilityIn({ own }: EventRow): Partial<EventContent> {
  const { visibility } = ownIn(own)
  if (visibility === undefined) return {}
  return absent({ visibility: visibility === 'default' ? undefined : visibility })
}

// Undefined is said, because it has to take the place of what the organizer says.
const absent = (content: { [K in keyof EventContent]?: EventContent[K] | undefined }) =>
  content as Partial<EventContent>

/**
 * An attendee copy has the id of the organizer's event. Where the attendee's calendar has another event
 * with that id, this stands behind it, as often as it takes. Ids that clients choose have no underscores.
 */
const mark = '_copy'

/** The id that a copy, or an instance of it, has on the organizer's calendar. */
export const originalId = (id: string): string => id.replaceAll(mark, '')

/** What stands behind the id of the event in the ids of copies; mostly nothing. */
export const markIn = (id: string): string => mark.repeat(id.split(mark).length - 1)

export const nextMark = (marks: string): string => marks + mark

/** The id of the copy of a row: the mark belongs to the event or series, not to the instance. */
export function copyId({ id, masterId }: Pick<EventRow, 'id' | 'masterId'>, marks: string): string {
  const eventId = masterId ?? id
  return eventId + marks + id.slice(eventId.length)
}

// An attendee may put a series at other times on the own calendar. The instances of the copy have other ids
// then than those of the organizer's series, until the organizer changes the series or one of its instances.

/** Whether the instances of a copy are not those of the organizer's series. */
export function hasOwnTimes(
  copy: EventRow,
  { row, stored }: Pick<SharedRow, 'row' | 'stored'>,
): boolean {
  if (row.kind !== 'series' || copy.presence !== 'live' || copy.masterId !== null) return false
  if (copy.kind !== 'series') return true
  const held = eventIn(copy)
  return !isSamePattern(patternOf(copy, held), patternOf(row, stored()))
}

const patternOf = (row: EventRow, event: Event) => ({
  ...(event.recurrence && { recurrence: event.recurrence }),
  times: timesIn(row, event),
})

interface Instance {
  /** The instance of the copy. */
  readonly id: string
  readonly calendarKey: number
  readonly organizerKey: number
}

/** The id of the organizer's instance that an instance of a copy with times of its own stands for. */
export async function nearestInstanceId(
  events: Events,
  tx: Transaction,
  { id, calendarKey, organizerKey }: Instance,
): Promise<string | undefined> {
  const named = instanceIn(id)
  if (named === undefined) return undefined
  const copy = await events.findIn(tx, calendarKey, named.masterId)
  const series = await events.findIn(tx, organizerKey, originalId(named.masterId))
  if (copy === undefined || series === undefined) return undefined
  const stored = () => eventIn(series)
  if (!hasOwnTimes(copy, { row: series, stored })) return undefined
  const model = seriesModel(series)
  const originalStart = nearestOriginalStart(model, named.originalStart)
  return originalStart === undefined
    ? undefined
    : instanceId(series.id, originalStart, model.isAllDay)
}

/** Wider and wider, so that few instances are looked at whatever the frequency. */
const windowsMs = [1, 8, 32, 367].map((days) => days * msPerDay)
const instancesPerWindowMax = 10_000

function nearestOriginalStart({ series }: SeriesModel, originalStart: number): number | undefined {
  const distance = (other: number) => Math.abs(other - originalStart)
  for (const around of windowsMs) {
    const range = {
      from: originalStart - around,
      to: originalStart + around + 1,
      limit: instancesPerWindowMax,
    }
    const [nearest] = series
      .originalStarts(range)
      .sort((one, other) => distance(one) - distance(other))
    if (nearest !== undefined) return nearest
  }
  return undefined
}

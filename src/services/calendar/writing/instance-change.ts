import { notFound } from '#/kernel/errors.ts'
import { isSameJson } from '#/kernel/text/same-json.ts'
import type { Transaction } from '#/storage/port.ts'
import { timeZoneOf } from '../calendar/calendar-row.ts'
import { resourceDeleted } from '../errors.ts'
import { contentNames } from '../event/event-content.ts'
import type { Overrides } from '../event/internal-properties.ts'
import { instanceEvent } from '../reading/in-window.ts'
import type { Target } from '../reading/target.ts'
import { hasOriginalStartOf, seriesModel } from '../recurrence/series-models.ts'
import type { Event } from '../schemas/event.ts'
import { type EventRow, type Events, writtenEvent } from '../store/events.ts'
import type { CalendarWriter, EventChange } from './calendar-writer.ts'
import { restrictSeries } from './series-change.ts'

export interface TargetChange {
  readonly target: Target
  readonly change: EventChange
}

/** Writes the exception of an instance. */
export async function putException(
  events: Events,
  writer: CalendarWriter,
  { target, change }: TargetChange,
): Promise<EventRow> {
  const { tx } = writer
  const series = await requireSeries(events, tx, target)
  const { event } = change
  // A private exception would reveal the other instances, unless they are private as well.
  const master = isStricter(event, writtenEvent(series))
    ? await restrictSeries(writer, {
        former: series,
        visibility: event.visibility,
        exceptions: await others(events, tx, { series, originalStart: change.originalStart }),
      })
    : series
  const base = instanceEvent(writtenEvent(master), {
    model: seriesModel(master),
    originalStart: change.originalStart!,
    zone: timeZoneOf(writer.calendar),
  })
  return writer.put({
    ...change,
    internal: { ...change.internal, overrides: overridesOf(base, event) },
    isFirstException: target.instance !== undefined,
    isUnseen: target.row.awaits === 1 && series.awaits === 1,
  })
}

/** The series of an instance, which has to exist and to have the instance. */
async function requireSeries(events: Events, tx: Transaction, target: Target): Promise<EventRow> {
  const { row, instance } = target
  const master = instance
    ? row
    : (target.master ?? (await events.findIn(tx, row.calendarKey, row.masterId!)))
  if (master === undefined) throw notFound()
  if (master.presence === 'tombstone') throw resourceDeleted()
  if (instance !== undefined) return master
  if (master.kind !== 'series' || !hasOriginalStartOf(seriesModel(master), row)) throw notFound()
  return master
}

async function others(
  events: Events,
  tx: Transaction,
  {
    series,
    originalStart,
  }: { readonly series: EventRow; readonly originalStart: EventChange['originalStart'] },
): Promise<EventRow[]> {
  const exceptions = await events.exceptionsOf(tx, series.calendarKey, series.id)
  return exceptions.filter((exception) => exception.originalStart !== originalStart)
}

/** The properties of an exception that differ from the instance it replaces. */
export function overridesOf(base: Event, event: Event): Overrides {
  const overrides: Record<string, unknown> = {}
  for (const name of contentNames) {
    // Cancellation is stored separately.
    if (name === 'recurrence' || (name === 'status' && event.status === 'cancelled')) continue
    if (!isSameJson(base[name], event[name])) overrides[name] = event[name] ?? null
  }
  if (!isSameJson(base.start, event.start) || !isSameJson(base.end, event.end)) {
    overrides.start = event.start
    overrides.end = event.end
  }
  return overrides as Overrides
}

interface Seen {
  readonly visibility?: string | undefined
}

const ranks: Readonly<Record<string, number>> = {
  public: 0,
  default: 1,
  private: 2,
  confidential: 2,
}

const rankOf = ({ visibility = 'default' }: Seen) => ranks[visibility] ?? ranks.default!

/** Whether one visibility is stricter than the other. */
export const isStricter = (one: Seen, other: Seen): boolean => rankOf(one) > rankOf(other)

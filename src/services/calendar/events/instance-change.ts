import { notFound, resourceDeleted } from '#/kernel/errors.ts'
import type { Transaction } from '#/storage/port.ts'
import type { Event } from '../schemas/event.ts'
import type { EventRow, Events } from '../store/events.ts'
import type { CalendarWriter, EventChange } from './calendar-writer.ts'
import { isStricter } from './instance-visibility.ts'
import { instanceEvent } from './instances-of.ts'
import { overridesOf } from './overrides.ts'
import { restrictSeries } from './series-change.ts'
import { hasSlotOf, seriesModel } from './series-models.ts'
import type { Target } from './target.ts'

interface InstanceChange {
  readonly tx: Transaction
  readonly writer: CalendarWriter
  readonly target: Target
  readonly change: EventChange
  readonly calendarId: string
  /** The zone that the times of the change are shown in. */
  readonly zone: string
}

/** Writes what an instance says otherwise than its series. */
export async function putException(
  events: Events,
  { tx, writer, target, change, calendarId, zone }: InstanceChange,
): Promise<EventRow> {
  const held = await requireSeries(events, tx, target)
  const { event } = change
  // What is private in one place gives away the others, unless they are private as well.
  const master = isStricter(event, JSON.parse(held.wire) as Event)
    ? await restrictSeries(writer, {
        former: held,
        visibility: event.visibility,
        exceptions: await others(events, tx, { held, slot: change.slot }),
        calendarId,
        zone,
      })
    : held
  const base = instanceEvent(JSON.parse(master.wire) as Event, {
    model: seriesModel(master),
    slot: change.slot!,
    zone,
  })
  return writer.put({
    ...change,
    own: { ...change.own, overrides: overridesOf(base, event) },
    isFirstException: target.instance !== undefined,
    isUnseen: target.row.awaits === 1 && held.awaits === 1,
  })
}

/** The series that an instance belongs to, which has to be there and still to have its place. */
async function requireSeries(events: Events, tx: Transaction, target: Target): Promise<EventRow> {
  const { row, instance } = target
  const master = instance ? row : await events.findIn(tx, row.calendarKey, row.masterId!)
  if (master === undefined) throw notFound()
  if (master.presence === 'gone') throw resourceDeleted()
  if (instance !== undefined) return master
  if (master.kind !== 'series' || !hasSlotOf(seriesModel(master), row)) throw notFound()
  return master
}

async function others(
  events: Events,
  tx: Transaction,
  { held, slot }: { readonly held: EventRow; readonly slot: EventChange['slot'] },
): Promise<EventRow[]> {
  const exceptions = await events.exceptionsOf(tx, held.calendarKey, held.id)
  return exceptions.filter((exception) => exception.slot !== slot)
}

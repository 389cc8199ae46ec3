import type { Event } from '../schemas/event.ts'
import type { EventRow } from '../store/events.ts'
import type { CalendarWriter } from './calendar-writer.ts'
import { instanceEvent } from './instances-of.ts'
import { overridesOf } from './overrides.ts'
import { ownIn } from './own.ts'
import { inZone } from './presentation.ts'
import { keptParts } from './series-change.ts'
import { hasSlotOf, seriesModel } from './series-models.ts'

/**
 * Makes instances that came to the calendar before their series exceptions of it. An instance that the
 * series does not have stays an event of its own.
 */
export async function adoptInstances(
  writer: CalendarWriter,
  { master, instances }: { readonly master: EventRow; readonly instances: readonly EventRow[] },
): Promise<void> {
  const model = seriesModel(master)
  const { zone } = master
  const series = JSON.parse(master.wire) as Event
  for (const row of instances) {
    if (!hasSlotOf(model, row)) continue
    const event = inZone(JSON.parse(row.wire) as Event, row, zone)
    const base = instanceEvent(series, { model, slot: row.slot!, zone })
    await writer.put({
      ...keptParts(row, event),
      kind: 'exception',
      event,
      before: event,
      presence: row.presence === 'live' ? 'live' : 'gap',
      own: { ...ownIn(row.own), overrides: overridesOf(base, event) },
    })
  }
}

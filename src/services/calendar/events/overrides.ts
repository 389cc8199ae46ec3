import { isSameJson } from '#/kernel/same-json.ts'
import { contentNames } from '../domain/event/event-content.ts'
import type { Event } from '../schemas/event.ts'
import type { Overrides } from './own.ts'

/** What an exception says otherwise than the instance it stands for. */
export function overridesOf(base: Event, event: Event): Overrides {
  const overrides: Record<string, unknown> = {}
  for (const name of contentNames) {
    // That it is missing is told apart from what it says.
    if (name === 'recurrence' || (name === 'status' && event.status === 'cancelled')) continue
    if (!isSameJson(base[name], event[name])) overrides[name] = event[name] ?? null
  }
  if (!isSameJson(base.start, event.start) || !isSameJson(base.end, event.end)) {
    overrides.start = event.start
    overrides.end = event.end
  }
  return overrides as Overrides
}

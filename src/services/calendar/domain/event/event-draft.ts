import { mergePatch } from '#/contract/patch.ts'
import type { Patch } from '#/contract/schema.ts'
import type { Event, EventDateTime } from '../../schemas/event.ts'
import type { CurrentEvent } from './described-event.ts'
import { shownTimes } from './times.ts'
import { withoutAbsent } from './without-absent.ts'

// A draft is an event as its writer wants it to be, before it is checked.

/** The draft that changes nothing. Where it is not moved, nobody looks at its times. */
export function currentDraft(
  { event, times, reminders, source }: CurrentEvent,
  { isMoved = true } = {},
): Event {
  return {
    ...event,
    ...(isMoved && shownTimes(times, 'UTC')),
    reminders: reminders ?? { useDefault: true },
    // A list that is stored is whole, unless a body says otherwise about its own.
    ...(event.attendeesOmitted && { attendeesOmitted: false }),
    ...(source && { source }),
  }
}

/** The draft that a patch makes. */
export function patchedDraft(current: Event, patch: Patch<Event>): Event {
  const { start, end, conferenceData } = patch
  // Most patches touch none of these.
  if (!start && !end && !conferenceData) return mergePatch(current, patch)
  return mergePatch(
    withoutAbsent({
      ...current,
      start: switchedSide(current.start, start),
      end: switchedSide(current.end, end),
      conferenceData: asksAnew(conferenceData) ? undefined : current.conferenceData,
    }) as Event,
    patch,
  )
}

// Who patches in a date means a whole day, and with a time the date goes.
function switchedSide(
  side: EventDateTime | undefined,
  patch: EventDateTime | null | undefined,
): EventDateTime | undefined {
  if (patch?.date && !patch.dateTime) return undefined
  if (patch?.dateTime && !patch.date && side?.date) return undefined
  return side
}

// A request is for another conference, so nothing of the old one is merged into it.
const asksAnew = (patch: Event['conferenceData'] | null) =>
  Boolean(patch?.createRequest) && !patch?.entryPoints

/** What can change in events of a type, where not everything can. */
const changeable: Readonly<Record<string, ReadonlySet<string>>> = {
  birthday: new Set(['status', 'summary', 'colorId', 'eventLabelId', 'start', 'end', 'reminders']),
  fromMail: new Set([
    'status',
    'colorId',
    'eventLabelId',
    'transparency',
    'visibility',
    'attendees',
    'attendeesOmitted',
    'extendedProperties',
    'reminders',
  ]),
}

/** The draft without what cannot change in events of the type; the rest is passed over. */
export function changeableDraft(type: string, draft: Event, current: () => Event): Event {
  const names = changeable[type]
  if (names === undefined) return draft
  const kept = Object.entries(current()).filter(([name]) => !names.has(name))
  const changed = Object.entries(draft).filter(([name]) => names.has(name))
  return Object.fromEntries([...kept, ...changed])
}

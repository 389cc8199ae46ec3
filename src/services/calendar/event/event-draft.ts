import { isDeepStrictEqual } from 'node:util'
import { mergePatch } from '#/contract/patch.ts'
import type { Patch } from '#/contract/schema.ts'
import { forbidden, invalidField } from '#/kernel/errors.ts'
import type { Event, EventDateTime } from '../schemas/event.ts'
import { draftContent, isWebAddress } from './draft-content.ts'
import { type EventContent, type EventContext, withoutAbsent } from './event-content.ts'
import { draftReminders, type OwnReminders } from './properties/event-reminders.ts'
import {
  type EventType,
  newType,
  requireBirthday,
  requireFittingTimes,
  requirePlace,
  unchangedType,
} from './properties/event-types.ts'
import { draftTimes, type EventTimes, shownTimes } from './times.ts'

export type { EventContent, EventContext, EventReading } from './event-content.ts'

export interface EventDraft {
  readonly content: EventContent
  readonly times: EventTimes
  /** The caller's reminders; undefined for the calendar's default reminders. */
  readonly reminders: OwnReminders | undefined
  readonly source: EventSource | undefined
}

/** An event before a change: `event` is its full wire form. */
export interface CurrentEvent {
  readonly event: Event
  readonly times: EventTimes
  /** The zone of the times in `event`. */
  readonly zone?: string
  readonly reminders: EventDraft['reminders']
  readonly source: EventDraft['source']
}

/** The draft of a change that leaves all but the content as it is. */
export const draftWith = (
  { times, reminders, source }: CurrentEvent,
  content: EventContent,
): EventDraft => ({ content, times, reminders, source })

/** The event that a body creates. */
export function draftForInsert(body: Event, context: EventContext): EventDraft {
  const type = newType(body.eventType)
  requirePlace(type, context)
  if (type === 'birthday') requireBirthday(body)
  return draftOf(type, body, context)
}

/**
 * The event after a full replacement: properties that the body leaves out return to their defaults.
 * `times` are the event's current times, if the body doesn't change them.
 */
export function draftForUpdate(
  current: CurrentEvent,
  body: Event,
  context: EventContext,
  times?: EventTimes,
): EventDraft {
  const type = unchangedType(body.eventType, current.event.eventType)
  const changeable = changeableBody(type, body, () => currentBody(current))
  const next = draftOf(type, changeable, context, { event: current.event, times })
  requireUnlocked(current, next)
  return next
}

/** The event after a patch: null clears a property, absent leaves it. */
export function draftForPatch(
  current: CurrentEvent,
  patch: Patch<Event>,
  context: EventContext,
): EventDraft {
  const isMoved = patch.start !== undefined || patch.end !== undefined
  const body = patchedBody(currentBody(current, { isMoved }), patch)
  return draftForUpdate(current, body, context, isMoved ? undefined : current.times)
}

function draftOf(
  type: EventType,
  body: Event,
  context: EventContext,
  stored?: { readonly event: Event; readonly times: EventTimes | undefined },
): EventDraft {
  const times = stored?.times ?? draftTimes(body, context.calendar.timeZone)
  requireFittingTimes(type, times)
  return {
    times,
    reminders: draftReminders(body.reminders),
    source: draftSource(body.source),
    content: draftContent({ body, type, times, context, stored: stored?.event }),
  }
}

// The body of a request, before validation.

/** The body that changes nothing. Its times are rendered in UTC only if a patch changes them. */
function currentBody(
  { event, times, reminders, source }: CurrentEvent,
  { isMoved = true } = {},
): Event {
  return {
    ...event,
    ...(isMoved && shownTimes(times, 'UTC')),
    reminders: reminders ?? { useDefault: true },
    // The stored list is complete, whatever the value of the flag.
    ...(event.attendeesOmitted && { attendeesOmitted: false }),
    ...(source && { source }),
  }
}

/** The body that a patch produces. */
function patchedBody(current: Event, patch: Patch<Event>): Event {
  const { start, end, conferenceData } = patch
  // Most patches contain none of these.
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

// Patching in a date makes the event all-day; patching in a time removes the date.
function switchedSide(
  side: EventDateTime | undefined,
  patch: EventDateTime | null | undefined,
): EventDateTime | undefined {
  if (patch?.date && !patch.dateTime) return undefined
  if (patch?.dateTime && !patch.date && side?.date) return undefined
  return side
}

// A request creates a new conference, so nothing of the old one is merged into it.
const asksAnew = (patch: Event['conferenceData'] | null) =>
  Boolean(patch?.createRequest) && !patch?.entryPoints

/** The properties that can change in events of a type, if not all can. */
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

/** The body with changes to read-only properties of the type ignored. */
function changeableBody(type: string, body: Event, current: () => Event): Event {
  const names = changeable[type]
  if (names === undefined) return body
  const unchanged = Object.entries(current()).filter(([name]) => !names.has(name))
  const changed = Object.entries(body).filter(([name]) => names.has(name))
  return Object.fromEntries([...unchanged, ...changed])
}

const lockedNames = ['summary', 'description', 'location', 'recurrence'] as const

/** Rejects changes to the main fields of a locked copy. */
function requireUnlocked(current: CurrentEvent, next: EventDraft): void {
  if (current.event.locked !== true) return
  const isKept =
    isDeepStrictEqual(current.times, next.times) &&
    lockedNames.every((name) => isDeepStrictEqual(current.event[name], next.content[name]))
  if (!isKept) throw forbidden()
}

/** Where an event came from. */
interface EventSource {
  readonly url?: string
  readonly title?: string
}

function draftSource(source: Event['source']): EventSource | undefined {
  if (!source?.url && !source?.title) return undefined
  const { url, title } = source
  if (url && !isWebAddress(url)) throw invalidField('Invalid source URL: http or https is needed.')
  return withoutAbsent({ url: url || undefined, title: title || undefined }) as EventSource
}

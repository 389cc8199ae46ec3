import type { Patch } from '#/contract/schema.ts'
import type { Event } from '../../schemas/event.ts'
import { requireBirthday } from './birthday.ts'
import { describedContent } from './described-content.ts'
import { describedTimes } from './described-times.ts'
import type { EventContent } from './event-content.ts'
import type { EventContext } from './event-context.ts'
import { changeableDraft, currentDraft, patchedDraft } from './event-draft.ts'
import { describedEventReminders, type OwnReminders } from './event-reminders.ts'
import { type EventType, insertedType, keptType } from './event-type.ts'
import { requireUnlocked } from './locked.ts'
import { describedSource, type EventSource } from './source.ts'
import type { EventTimes } from './times.ts'
import { requireFittingTimes, requirePlace } from './type-rules.ts'

export type { EventContent } from './event-content.ts'
export type { EventContext, EventReading } from './event-context.ts'

export interface DescribedEvent {
  readonly content: EventContent
  readonly times: EventTimes
  /** The caller's reminders; undefined when the calendar's hold ({useDefault: true}). */
  readonly reminders: OwnReminders | undefined
  readonly source: EventSource | undefined
}

/** An event as it stands, for what changes it: `event` is its full wire form. */
export interface CurrentEvent {
  readonly event: Event
  readonly times: EventTimes
  /** The zone that `event` shows its times in. */
  readonly zone?: string
  readonly reminders: DescribedEvent['reminders']
  readonly source: DescribedEvent['source']
}

/** The event that a body adds. */
export function insertedEvent(body: Event, context: EventContext): DescribedEvent {
  const type = insertedType(body.eventType)
  requirePlace(type, context)
  if (type === 'birthday') requireBirthday(body)
  return described(type, body, context)
}

/** The event after a full replacement: what the body leaves out goes back to its default. */
export function replacedEvent(
  current: CurrentEvent,
  body: Event,
  context: EventContext,
): DescribedEvent {
  return changedEvent(current, body, context)
}

/** The event after a patch: null clears, absent leaves. */
export function patchedEvent(
  current: CurrentEvent,
  patch: Patch<Event>,
  context: EventContext,
): DescribedEvent {
  const isMoved = patch.start !== undefined || patch.end !== undefined
  const draft = patchedDraft(currentDraft(current, { isMoved }), patch)
  return changedEvent(current, draft, context, isMoved ? undefined : current.times)
}

function changedEvent(
  current: CurrentEvent,
  draft: Event,
  context: EventContext,
  times?: EventTimes,
): DescribedEvent {
  const type = keptType(draft.eventType, current.event.eventType)
  const changeable = changeableDraft(type, draft, () => currentDraft(current))
  const next = described(type, changeable, context, { event: current.event, times })
  requireUnlocked(current, next)
  return next
}

function described(
  type: EventType,
  draft: Event,
  context: EventContext,
  stored?: { readonly event: Event; readonly times: EventTimes | undefined },
): DescribedEvent {
  const times = stored?.times ?? describedTimes(draft, context.calendar.timeZone)
  requireFittingTimes(type, times)
  return {
    times,
    reminders: describedEventReminders(draft.reminders),
    source: describedSource(draft.source),
    content: describedContent({ draft, type, times, context, stored: stored?.event }),
  }
}

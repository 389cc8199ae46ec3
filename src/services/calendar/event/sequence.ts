import { isDeepStrictEqual } from 'node:util'
import { invalidField } from '#/kernel/errors.ts'
import type { Event } from '../schemas/event.ts'
import type { EventDraft } from './event-draft.ts'
import { type EventTimes, isSameTimes } from './times.ts'

interface Revision {
  readonly current: Event
  readonly currentTimes: EventTimes
  readonly next: EventDraft
  /** The sequence in the body; optional. */
  readonly requested?: number | undefined
}

/** The sequence of an event after a change. It grows when attendees have to respond again. */
export function nextSequence(revision: Revision): number {
  const { current, requested = 0 } = revision
  const stored = current.sequence ?? 0
  if (revision.requested !== undefined && requested < stored) {
    throw staleSequence(stored)
  }
  const next = isRescheduled(revision) ? Math.min(stored + 1, sequenceMax) : stored
  return Math.max(requested, next)
}

// A 32-bit integer on the wire.
const sequenceMax = 2 ** 31 - 1

/** The error for a sequence below the stored one. */
export const staleSequence = (stored: number) =>
  invalidField(`Invalid sequence value. It is ${stored} already, and never falls.`)

const isRescheduled = ({ current, currentTimes, next }: Revision) =>
  !isSameTimes(currentTimes, next.times) ||
  !isDeepStrictEqual(current.recurrence, next.content.recurrence) ||
  isCancelled(current) !== isCancelled(next.content)

const isCancelled = ({ status }: Pick<Event, 'status'>) => status === 'cancelled'

/** The sequence of a new event. */
export function requireSequence(sequence: number | undefined): number {
  if (sequence !== undefined && sequence < 0) throw invalidField('Invalid sequence value.')
  return sequence ?? 0
}

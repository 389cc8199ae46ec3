import { isDeepStrictEqual } from 'node:util'
import { forbidden } from '#/kernel/errors.ts'
import type { CurrentEvent, DescribedEvent } from './described-event.ts'

const lockedNames = ['summary', 'description', 'location', 'recurrence'] as const

/** Refuses to change the main fields of a copy that is locked. */
export function requireUnlocked(current: CurrentEvent, next: DescribedEvent): void {
  if (current.event.locked !== true) return
  const isKept =
    isDeepStrictEqual(current.times, next.times) &&
    lockedNames.every((name) => isDeepStrictEqual(current.event[name], next.content[name]))
  if (!isKept) throw forbidden()
}

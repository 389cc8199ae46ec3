import {
  type ChosenReminders,
  type InternalProperties,
  internalIn,
} from '../event/internal-properties.ts'
import type { Event } from '../schemas/event.ts'
import type { EventRow } from '../store/events.ts'

/** The parts of an event that differ between users. */
export interface PersonalParts {
  readonly reminders: InternalProperties['reminders'] | undefined
  readonly personalEtags: InternalProperties['personalEtags'] | undefined
  readonly source: InternalProperties['source'] | undefined
  readonly creatorId: string
}

/** The parts of an event that only one caller sees. */
export interface CallersPart {
  /** The caller's own etag, if it differs from that of the event. */
  readonly etag: string | undefined
  readonly reminders: ChosenReminders | { readonly useDefault: true }
  readonly source: Event['source'] | undefined
}

/** Undefined if all users see the same. */
export function personalPartsOf({
  internal,
  creatorId,
}: Pick<EventRow, 'internal' | 'creatorId'>): PersonalParts | undefined {
  if (internal === '') return undefined
  const { reminders, personalEtags, source } = internalIn(internal)
  const isShared = reminders === undefined && personalEtags === undefined && source === undefined
  return isShared ? undefined : { reminders, personalEtags, source, creatorId }
}

/** Undefined if the caller sees what others see. */
export function callersPartOf(
  { reminders, personalEtags, source, creatorId }: PersonalParts,
  userId: string,
): CallersPart | undefined {
  const part = {
    etag: personalEtags?.[userId],
    reminders: reminders?.[userId],
    source: creatorId === userId ? source : undefined,
  }
  if (part.etag === undefined && part.reminders === undefined && part.source === undefined) {
    return undefined
  }
  return { ...part, reminders: part.reminders ?? { useDefault: true } }
}

/** The text for users without custom reminders. It can't occur within a value, where quotes are escaped. */
const sharedReminders = '"reminders":{"useDefault":true}'

/** Puts a caller's part into the text of an event as others see it. */
export function withCallersPart(text: string, { etag, reminders, source }: CallersPart): string {
  const at = text.lastIndexOf(sharedReminders)
  const shownSource = source === undefined ? '' : `,"source":${JSON.stringify(source)}`
  const shown = `"reminders":${JSON.stringify(reminders)}${shownSource}`
  const personal = `${text.slice(0, at)}${shown}${text.slice(at + sharedReminders.length)}`
  if (etag === undefined) return personal
  return personal.replace(/"etag":"\\"\d+\\""/, () => `"etag":${JSON.stringify(etag)}`)
}

import type { EventRow } from '../store/events.ts'
import { internalIn } from './internal-properties.ts'

// Gives every change number sixteen digits, still below the largest safe integer.
const first = 3e15

/** The etag for a change number: sixteen decimal digits, as clients expect. */
export const eventEtag = (changeNumber: number): string =>
  JSON.stringify(String(first + changeNumber))

const beforeEtag = '{"kind":"calendar#event","etag":"\\"'.length
const etagDigits = 16

/** The etag is at the beginning of the text, so it can be read without parsing. */
export const etagOf = ({ wire }: Pick<EventRow, 'wire'>): string =>
  `"${wire.slice(beforeEtag, beforeEtag + etagDigits)}"`

/** The text of an event with another etag. */
export const withEtag = (wire: string, etag: string): string =>
  `${wire.slice(0, beforeEtag)}${etag.slice(1, -1)}${wire.slice(beforeEtag + etagDigits)}`

type Versions = Pick<EventRow, 'internal' | 'wire'>

/** The etag for a user. Changing one's reminders changes only one's own etag. */
export const etagFor = (row: Versions, userId: string): string =>
  (row.internal === '' ? undefined : internalIn(row.internal).personalEtags?.[userId]) ??
  etagOf(row)

/** Whether the event has changed for a user since a change number. */
export function hasChangedFor(
  row: Versions & Pick<EventRow, 'changeNumber'>,
  { userId, since }: { readonly userId: string; readonly since: number },
): boolean {
  const isForAll = row.internal === '' || internalIn(row.internal).personalEtags === undefined
  return (isForAll ? row.changeNumber : numberIn(etagFor(row, userId))) > since
}

/** The change number of an etag. */
export const numberIn = (etag: string): number => Number(etag.slice(1, -1)) - first

import type { EventRow } from '../store/events.ts'
import { ownIn } from './personal-properties.ts'

// Makes sixteen digits of every change number, which are still a number that is counted exactly.
const first = 3e15

/** Sixteen decimal digits, the form that clients know, from the number of the change. */
export const eventEtag = (changeNumber: number): string =>
  JSON.stringify(String(first + changeNumber))

const beforeEtag = '{"kind":"calendar#event","etag":"\\"'.length
const etagDigits = 16

/** The etag stands at the beginning of the text, so that the rest need not be read for it. */
export const etagOf = ({ wire }: Pick<EventRow, 'wire'>): string =>
  `"${wire.slice(beforeEtag, beforeEtag + etagDigits)}"`

/** The text of an event with another etag. */
export const withEtag = (wire: string, etag: string): string =>
  `${wire.slice(0, beforeEtag)}${etag.slice(1, -1)}${wire.slice(beforeEtag + etagDigits)}`

type Versions = Pick<EventRow, 'own' | 'wire'>

/** The etag that a user sees: reminders are part of the event for those whose they are. */
export const etagFor = (row: Versions, userId: string): string =>
  (row.own === '' ? undefined : ownIn(row.own).personalEtags?.[userId]) ?? etagOf(row)

/** Whether a user sees a later change of the event than the one with the number. */
export function hasChangedFor(
  row: Versions & Pick<EventRow, 'sequence'>,
  { userId, since }: { readonly userId: string; readonly since: number },
): boolean {
  const isForAll = row.own === '' || ownIn(row.own).personalEtags === undefined
  return (isForAll ? row.sequence : numberIn(etagFor(row, userId))) > since
}

// Versions before change numbers came in runs had small numbers, behind five digits of their own.
const runsFrom = 1e14
const oldNumbers = 1e10

/** The number of the change that an etag stands for. */
export function numberIn(etag: string): number {
  const number = Number(etag.slice(1, -1)) - first
  return number < runsFrom ? number % oldNumbers : number
}

import { cannotChangeOwnPrimarySubscription, notFound } from '#/kernel/errors.ts'
import type { Transaction } from '#/storage/port.ts'
import type { Standing } from '../access.ts'
import type { EntryChoices } from '../domain/list-entry.ts'
import type { CalendarGiven } from '../operation.ts'
import type { CalendarListEntry } from '../schemas/calendar-list-entry.ts'
import { type EntryRow, isPrimaryOf } from '../store/calendar-lists.ts'
import { wireEntry } from './wire.ts'

type Given = Pick<CalendarGiven, 'store' | 'caller' | 'clock'>

export interface FoundEntry extends Standing {
  readonly entry: EntryRow
}

/** The entry of the caller's list for this calendar, which the caller can still see. */
export async function findEntry(
  { store, caller }: Pick<Given, 'store' | 'caller'>,
  calendarId: string,
  tx?: Transaction,
): Promise<FoundEntry> {
  const standing = await store.standing(calendarId, tx)
  const key = { userId: caller.userId, calendarId: standing.calendar.id }
  const entry = await store.lists.find(tx ?? store.reader, key)
  if (entry === undefined || entry.isDeleted === 1) throw notFound()
  return { ...standing, entry }
}

/** Writes an entry in its next version, and gives it as its user sees it. */
export async function putEntry(
  { store, caller, clock }: Given,
  tx: Transaction,
  { calendar, role, choices }: Standing & { readonly choices: EntryChoices },
): Promise<CalendarListEntry> {
  const { userId } = caller
  if (choices.hidden && isPrimaryOf(calendar, userId)) throw cannotChangeOwnPrimarySubscription()
  const entry: EntryRow = {
    calendarId: calendar.id,
    ...rowOf(choices),
    isDeleted: 0,
    sequence: await store.lists.advance(tx, userId),
  }
  await store.lists.put(tx, userId, { ...entry, changedAt: clock.nowMs() })
  return wireEntry({ entry, calendar, role, userId })
}

/** Changes what the user has chosen for the calendar; a change that does not show leaves no trace. */
export async function changeChoices(
  given: Given,
  tx: Transaction,
  { entry, ...standing }: FoundEntry,
  change: (current: EntryChoices) => EntryChoices,
): Promise<CalendarListEntry> {
  const seen = { ...standing, userId: given.caller.userId }
  const choices = change(choicesOf(entry))
  const before = wireEntry({ ...seen, entry })
  const after = wireEntry({ ...seen, entry: { ...entry, ...rowOf(choices) } })
  return isSame(before, after) ? before : putEntry(given, tx, { ...standing, choices })
}

function choicesOf({ choices, isHidden }: EntryRow): EntryChoices {
  const kept = JSON.parse(choices) as EntryChoices
  return isHidden === 1 ? { ...kept, hidden: true } : kept
}

const rowOf = ({ hidden, ...kept }: EntryChoices): Pick<EntryRow, 'isHidden' | 'choices'> => ({
  isHidden: hidden ? 1 : 0,
  choices: JSON.stringify(kept),
})

// Both come out of the same function, so equal entries print alike.
const isSame = (one: CalendarListEntry, other: CalendarListEntry): boolean =>
  JSON.stringify(one) === JSON.stringify(other)

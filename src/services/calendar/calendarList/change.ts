import type { EntryChoices } from '../domain/list-entry.ts'
import type { CalendarGiven } from '../operation.ts'
import type { CalendarListEntry } from '../schemas/calendar-list-entry.ts'
import { changeChoices, findEntry } from './entry.ts'
import { entryEtag } from './wire.ts'

type Given = Pick<CalendarGiven, 'store' | 'caller' | 'clock' | 'requireMatch'> & {
  readonly params: { readonly calendarId: string }
}

/** Changes the entry that the call names, if it is as the caller has seen it. */
export function changedEntry(
  { params, requireMatch, ...given }: Given,
  change: (current: EntryChoices) => EntryChoices,
): Promise<CalendarListEntry> {
  const { store, caller } = given
  return store.transaction(async (tx) => {
    await store.lists.lock(tx, caller.userId)
    const found = await findEntry(given, params.calendarId, tx)
    requireMatch(entryEtag(found))
    return changeChoices(given, tx, found, change)
  })
}

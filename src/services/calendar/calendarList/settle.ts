import type { Clock } from '#/kernel/clock.ts'
import type { CalendarStore } from '../operation.ts'
import { matchingRulesOf } from '../store/effective-roles.ts'

interface Settling {
  readonly store: Pick<CalendarStore, 'lists' | 'reader' | 'transaction'>
  readonly caller: { readonly userId: string; readonly email: string }
  readonly clock: Clock
}

/**
 * Takes off the caller's list what the caller has lost access to meanwhile, by whichever way: a
 * rule was taken away, a group left, a calendar deleted. Whoever syncs is then told of it.
 */
export async function settleList({ store, caller, clock }: Settling): Promise<void> {
  const { userId, email } = caller
  const ruleIds = await matchingRulesOf(store.reader, email)
  if ((await store.lists.lost(store.reader, userId, ruleIds)).length === 0) return
  await store.transaction(async (tx) => {
    await store.lists.lock(tx, userId)
    const lost = await store.lists.lost(tx, userId, await matchingRulesOf(tx, email))
    for (const calendarId of lost) {
      await store.lists.remove(tx, { userId, calendarId, nowMs: clock.nowMs() })
    }
  })
}

import type { CalendarGiven } from '../operation.ts'
import { matchingRules } from '../store/effective-roles.ts'

/**
 * Takes off the caller's list what the caller has lost access to meanwhile, by whichever way: a
 * rule was taken away, a group left, a calendar deleted. Whoever syncs is then told of it.
 */
export async function settleList({
  store,
  caller,
  clock,
}: Pick<CalendarGiven, 'store' | 'caller' | 'clock'>): Promise<void> {
  const { userId } = caller
  const ruleIds = await matchingRules(store.reader, caller)
  if ((await store.lists.lost(store.reader, userId, ruleIds)).length === 0) return
  await store.transaction(async (tx) => {
    await store.lists.lock(tx, userId)
    const lost = await store.lists.lost(tx, userId, await matchingRules(tx, caller))
    for (const calendarId of lost) {
      await store.lists.remove(tx, { userId, calendarId, nowMs: clock.nowMs() })
    }
  })
}

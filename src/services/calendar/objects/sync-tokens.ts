import { encodeSyncToken, readSyncToken } from '#/contract/wire-tokens.ts'
import { eventNumbers, lifeOf } from '../calendar/calendar-row.ts'
import type { CalendarContext } from '../operation.ts'
import type { Access } from '../sharing/access.ts'

/** The sync tokens of a collection that belongs to a calendar. */
export const syncTokens = (collection: string) => ({
  tokenAt: ({ clock }: CalendarContext, { calendar }: Access, changeNumber: number): string =>
    encodeSyncToken({
      collection,
      owner: lifeOf(calendar),
      changeNumber,
      issuedAtMs: clock.nowMs(),
    }),
  /** The change number of a token; undefined without one. */
  changeNumberIn(
    { clock, syncTokenLifetimeMs }: CalendarContext,
    { calendar }: Access,
    token: string | undefined,
  ): number | undefined {
    if (token === undefined) return undefined
    const place = { collection, owner: lifeOf(calendar), numbers: eventNumbers(calendar) }
    const age = { nowMs: clock.nowMs(), lifetimeMs: syncTokenLifetimeMs }
    return readSyncToken(token, { ...place, ...age }).changeNumber
  },
})

import { findUserByEmail } from '#/auth/directory/directory-users.ts'
import { domainOf } from '#/auth/directory/domains.ts'
import { boolean, string } from '#/contract/schema.ts'
import { invalid } from '#/kernel/errors.ts'
import type { Transaction } from '#/storage/port.ts'
import type { CalendarRow } from '../calendar/calendar-row.ts'
import { ownChoices } from '../calendar/entry-choices.ts'
import { type CalendarContext, operation } from '../operation.ts'
import type { Calendar } from '../schemas/calendar.ts'
import { canClearCalendars } from '../scopes.ts'
import { userRuleId } from '../sharing/access-rule.ts'

export const transferOwnership = operation(
  {
    id: 'calendar.calendars.transferOwnership',
    http: 'POST /calendars/{calendarId}/transferOwnership',
    summary: 'Transfers a secondary calendar to another user of the organization.',
    params: {
      calendarId: string({ about: 'The id of a secondary calendar.' }),
      newDataOwner: string({ about: 'The address of the user who is to own the calendar.' }),
      useAdminAccess: boolean({ about: 'Always true: the caller acts as an administrator.' }),
    },
    scopes: canClearCalendars,
    access: { calendarId: 'administrator' },
    audit: { object: 'calendars/{calendarId}/owner/{newDataOwner}' },
  },
  async ({ params, clock, store, requireMatch, calendarsPerUserMax }) => {
    if (!params.useAdminAccess) throw invalid('useAdminAccess', 'Only true is accepted.')
    return store.write((tx, { calendar }) => {
      requireMatch(calendar.etag)
      return transfer({ store, clock, calendarsPerUserMax }, tx, calendar, params.newDataOwner)
    })
  },
)

async function transfer(
  {
    store,
    clock,
    calendarsPerUserMax,
  }: Pick<CalendarContext, 'store' | 'clock' | 'calendarsPerUserMax'>,
  tx: Transaction,
  calendar: CalendarRow,
  newDataOwner: string,
): Promise<void> {
  if (calendar.isPrimary === 1) {
    throw invalid('calendarId', 'A primary calendar belongs to its user for good.')
  }
  const { id } = calendar
  const owner = await findUserByEmail(tx, newDataOwner.trim().toLowerCase())
  if (owner === undefined || owner.isDisabled) {
    throw invalid('newDataOwner', 'There is no such user.')
  }
  if (owner.id === calendar.ownerId) return
  const current = JSON.parse(calendar.wire) as Calendar
  const organization = await store.domains.organizationOf(current.dataOwner!, tx)
  if (!organization.has(domainOf(owner.email))) {
    throw invalid('newDataOwner', 'The new owner is of another organization.')
  }
  await store.lists.lock(tx, owner.id)
  await store.usage.requireRoomFor(tx, owner.id, calendar)
  await store.calendars.giveTo(tx, { id, ownerId: owner.id })
  await store.calendars.requireAtMost(tx, owner.id, calendarsPerUserMax)
  store.usage.forget(tx, [calendar.ownerId, owner.id])
  await store.calendars.change(tx, calendar, { ...current, dataOwner: owner.email })
  await makeOwner({ store, clock }, tx, calendar, owner)
  // The former owner knows the secret addresses, and they show what the new owner sees.
  await store.feeds.removeAll(tx, id)
}

/** The former owner keeps the role `owner`, which the new owner can remove. */
async function makeOwner(
  { store, clock }: Pick<CalendarContext, 'store' | 'clock'>,
  tx: Transaction,
  calendar: CalendarRow,
  owner: { readonly id: string; readonly email: string },
): Promise<void> {
  const { id: calendarId } = calendar
  const ruleId = userRuleId(owner.email)
  const nowMs = clock.nowMs()
  const from = (await store.rules.find(tx, { calendarId, ruleId }))?.role ?? 'none'
  if (from !== 'owner') await store.rules.put(tx, calendar, { ruleId, from, to: 'owner', nowMs })
  const entry = await store.lists.find(tx, { userId: owner.id, calendarId })
  if (entry?.isDeleted === 0) return
  await store.lists.put(tx, owner.id, {
    calendarId,
    isHidden: 0,
    isDeleted: 0,
    choices: JSON.stringify(ownChoices),
    changeNumber: await store.lists.advance(tx, owner.id),
    changedAt: nowMs,
  })
}

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
  async (context) => {
    const { params, store, requireMatch } = context
    if (!params.useAdminAccess) throw invalid('useAdminAccess', 'Only true is accepted.')
    return store.write((tx, { calendar }) => {
      requireMatch(calendar.etag)
      return transfer(context, tx, calendar, params.newDataOwner)
    })
  },
)

async function transfer(
  context: CalendarContext,
  tx: Transaction,
  calendar: CalendarRow,
  newDataOwner: string,
): Promise<void> {
  const { calendars, lists, usage } = context
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
  const organization = await context.domains.organizationOf(current.dataOwner!, tx)
  if (!organization.has(domainOf(owner.email))) {
    throw invalid('newDataOwner', 'The new owner is of another organization.')
  }
  await lists.lock(tx, owner.id)
  await usage.requireRoomFor(tx, owner.id, calendar)
  await calendars.giveTo(tx, { id, ownerId: owner.id })
  await calendars.requireAtMost(tx, owner.id, context.calendarsPerUserMax)
  usage.forget(tx, [calendar.ownerId, owner.id])
  await calendars.change(tx, calendar, { ...current, dataOwner: owner.email })
  await makeOwner(context, tx, calendar, owner)
  // The former owner knows the secret addresses, and they show what the new owner sees.
  await context.feeds.removeAll(tx, id)
}

/** The former owner keeps the role `owner`, which the new owner can remove. */
async function makeOwner(
  { rules, lists, clock }: CalendarContext,
  tx: Transaction,
  calendar: CalendarRow,
  owner: { readonly id: string; readonly email: string },
): Promise<void> {
  const { id: calendarId } = calendar
  const ruleId = userRuleId(owner.email)
  const nowMs = clock.nowMs()
  const from = (await rules.find(tx, { calendarId, ruleId }))?.role ?? 'none'
  if (from !== 'owner') await rules.put(tx, calendar, { ruleId, from, to: 'owner', nowMs })
  const key = { userId: owner.id, calendarId }
  const entry = await lists.find(tx, key)
  if (entry?.isDeleted !== 0) await lists.add(tx, key, { choices: ownChoices, nowMs })
}

import { findUserByEmail } from '#/auth/directory/directory-users.ts'
import { groupsOf } from '#/auth/directory/groups-members.ts'
import { resourceEtag } from '#/contract/etag.ts'
import { boolean, optional, string } from '#/contract/schema.ts'
import { notFound } from '#/kernel/errors.ts'
import type { Transaction } from '#/storage/port.ts'
import type { CalendarRow } from '../calendar/calendar-row.ts'
import { cannotChangeOwnAcl, cannotChangeOwnerAcl, quotaExceeded } from '../errors.ts'
import { sharingMailJob } from '../mail/calendar-mail.ts'
import type { CalendarContext } from '../operation.ts'
import type { AclRule } from '../schemas/acl-rule.ts'
import type { RuleRow } from '../store/access/access-rules.ts'
import type { Access } from './access.ts'
import {
  type Role,
  type RuleScope,
  ruleIdOf,
  ruleIdsMatching,
  scopeOfRule,
  userRuleId,
} from './access-rule.ts'

const rulesPerCalendarMax = 6000

interface Grant {
  readonly scope: RuleScope
  readonly role: Role
  readonly isMailed: boolean
}

/**
 * Grants the scope a role on the locked calendar. A grant without effect writes nothing, so that sync
 * reports nothing and no mail is sent.
 */
export async function grant(
  context: CalendarContext,
  { tx, calendar }: { tx: Transaction } & Pick<Access, 'calendar'>,
  { scope, role, isMailed }: Grant,
): Promise<AclRule> {
  const { rules, caller, clock, enqueue, externalMail } = context
  const ruleId = ruleIdOf(scope)
  const current = await rules.find(tx, { calendarId: calendar.id, ruleId })
  const from = current?.role ?? 'none'
  if (from === role) return wireRule(current ?? neverGranted(ruleId))
  if (ruleId === userRuleId(caller.email)) throw cannotChangeOwnAcl()
  if (await isOfOwner(context, tx, { ruleId, calendar })) throw cannotChangeOwnerAcl()
  if (from === 'none' && (await rules.count(tx, calendar.id)) >= rulesPerCalendarMax) {
    throw quotaExceeded()
  }
  const { rule } = await rules.put(tx, calendar, {
    ruleId,
    from,
    to: role,
    nowMs: clock.nowMs(),
  })
  if (role === 'none') await dropEntry(context, tx, { scope, calendar })
  const mail = sharingMailJob(scope, { calendarId: calendar.id, role, sharedBy: caller.email })
  if (isMailed && mail !== undefined) {
    await externalMail.charge(context, tx, [scope.value!])
    await enqueue(tx, mail)
  }
  return wireRule(rule)
}

/** Removes the calendar from the list of a user who has lost all access. */
async function dropEntry(
  { lists, clock }: CalendarContext,
  tx: Transaction,
  { scope, calendar }: { readonly scope: RuleScope } & Pick<Access, 'calendar'>,
): Promise<void> {
  if (scope.type !== 'user' || scope.value === undefined) return
  const user = await findUserByEmail(tx, scope.value)
  if (user === undefined) return
  await lists.lock(tx, user.id)
  const ruleIds = ruleIdsMatching(user.email, await groupsOf(tx, user.email))
  const lost = await lists.listLost(tx, user.id, ruleIds)
  if (!lost.includes(calendar.id)) return
  await lists.remove(tx, { userId: user.id, calendarId: calendar.id, nowMs: clock.nowMs() })
}

const neverGranted = (ruleId: string): RuleRow => ({ ruleId, role: 'none', changeNumber: 0 })

/** The data owner and the calendar itself always stay owners. */
async function isOfOwner(
  { calendars }: CalendarContext,
  tx: Transaction,
  { ruleId, calendar }: { ruleId: string } & Pick<Access, 'calendar'>,
): Promise<boolean> {
  if (ruleId === userRuleId(calendar.id)) return true
  const owner = await calendars.ownerEmail(tx, calendar.ownerId)
  return ruleId === userRuleId(owner)
}

type RuleCall = CalendarContext & { readonly params: { readonly ruleId: string } }

interface Found {
  readonly tx: Transaction
  readonly calendar: CalendarRow
  readonly scope: RuleScope
  readonly rule: RuleRow
}

/** Changes the rule of the call, which must exist and match the caller's etag. */
export function changeRule<T>(
  { params, store, rules, requireMatch }: RuleCall,
  body: (found: Found) => Promise<T>,
): Promise<T> {
  const scope = scopeOfRule(params.ruleId)
  return store.write(async (tx, { calendar }) => {
    const key = { calendarId: calendar.id, ruleId: ruleIdOf(scope) }
    const rule = await rules.find(tx, key)
    if (rule === undefined || rule.role === 'none') throw notFound()
    requireMatch(wireRule(rule).etag!)
    return body({ tx, calendar, scope, rule })
  })
}

/** A rule as callers see it. */
export const wireRule = ({ ruleId, role, changeNumber }: RuleRow): AclRule => ({
  kind: 'calendar#aclRule',
  etag: resourceEtag(changeNumber),
  id: ruleId,
  scope: scopeOfRule(ruleId),
  role,
})

export const ofCalendar = { calendarId: string({ about: 'A calendar id, or `primary`.' }) }

export const ofRule = {
  ...ofCalendar,
  ruleId: string({ about: 'The id of a rule, such as `user:demo@almanac.test`.' }),
}

export const sendNotifications = optional(
  boolean({ about: 'Whether to notify the user by mail. Defaults to true.' }),
)

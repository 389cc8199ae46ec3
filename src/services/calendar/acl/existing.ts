import { notFound } from '#/kernel/errors.ts'
import type { Transaction } from '#/storage/port.ts'
import { type RuleScope, ruleIdOf, scopeOfRule } from '../domain/access-rule.ts'
import type { CalendarGiven } from '../operation.ts'
import type { RuleRow } from '../store/access-rules.ts'
import type { CalendarRow } from '../store/calendars.ts'
import { wireRule } from './wire.ts'

type Given = Pick<CalendarGiven, 'store' | 'requireMatch'> & {
  readonly params: { readonly ruleId: string }
}

interface Found {
  readonly tx: Transaction
  readonly calendar: CalendarRow
  readonly scope: RuleScope
  readonly rule: RuleRow
}

/** Changes the rule that the call names, which has to be there and to match what the caller saw. */
export function changeRule<T>(
  { params, store, requireMatch }: Given,
  body: (found: Found) => Promise<T>,
): Promise<T> {
  const scope = scopeOfRule(params.ruleId)
  return store.write(async (tx, { calendar }) => {
    const key = { calendarId: calendar.id, ruleId: ruleIdOf(scope) }
    const rule = await store.rules.find(tx, key)
    if (rule === undefined || rule.role === 'none') throw notFound()
    requireMatch(wireRule(rule).etag!)
    return body({ tx, calendar, scope, rule })
  })
}

import { notFound } from '#/kernel/errors.ts'
import { operation } from '../operation.ts'
import { AclRule } from '../schemas/acl-rule.ts'
import { canReadAcl } from '../scopes.ts'
import { ruleIdOf, scopeOfRule } from '../sharing/access-rule.ts'
import { ofRule, wireRule } from '../sharing/rule-change.ts'

export const get = operation(
  {
    id: 'calendar.acl.get',
    http: 'GET /calendars/{calendarId}/acl/{ruleId}',
    summary: 'Returns an access rule of a calendar.',
    params: ofRule,
    reply: AclRule,
    scopes: canReadAcl,
    access: { calendarId: 'writer', refusal: 'forbidden' },
  },
  ({ params, store, database, rules }) => {
    const ruleId = ruleIdOf(scopeOfRule(params.ruleId))
    return store.read(async ({ calendar }) => {
      const rule = await rules.find(database, { calendarId: calendar.id, ruleId })
      if (rule === undefined || rule.role === 'none') throw notFound()
      return wireRule(rule)
    })
  },
)

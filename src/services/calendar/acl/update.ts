import { invalidField } from '#/kernel/errors.ts'
import { operation } from '../operation.ts'
import { AclRule } from '../schemas/acl-rule.ts'
import { canWriteAcls } from '../scopes.ts'
import { roleIn, ruleIdOf, scopeIn } from '../sharing/access-rule.ts'
import { changeRule, grant, ofRule, sendNotifications } from '../sharing/rule-change.ts'

export const update = operation(
  {
    id: 'calendar.acl.update',
    http: 'PUT /calendars/{calendarId}/acl/{ruleId}',
    summary: 'Replaces an access rule. The scope cannot change.',
    params: { ...ofRule, sendNotifications },
    body: AclRule,
    reply: AclRule,
    scopes: canWriteAcls,
    access: { calendarId: 'owner', refusal: 'forbidden' },
    audit: {
      object: 'calendars/{calendarId}/acl/{ruleId}',
      ownName: 'primary',
      details: ['role'],
    },
  },
  (context) => {
    const { params, body } = context
    const { sendNotifications: isMailed = true } = params
    return changeRule(context, async ({ tx, calendar, scope }) => {
      const described = scopeIn(body.scope)
      if (ruleIdOf(described) !== ruleIdOf(scope)) {
        throw invalidField('The scope of a rule cannot be changed.')
      }
      const role = roleIn(body.role, scope)
      return grant(context, { tx, calendar }, { scope, role, isMailed })
    })
  },
)

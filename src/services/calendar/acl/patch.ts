import { patchOf } from '#/contract/schema.ts'
import { operation } from '../operation.ts'
import { AclRule } from '../schemas/acl-rule.ts'
import { canWriteAcls } from '../scopes.ts'
import { roleIn } from '../sharing/access-rule.ts'
import { changeRule, grant, ofRule, sendNotifications } from '../sharing/rule-change.ts'

export const patch = operation(
  {
    id: 'calendar.acl.patch',
    http: 'PATCH /calendars/{calendarId}/acl/{ruleId}',
    summary: 'Updates the role of an access rule.',
    params: { ...ofRule, sendNotifications },
    body: patchOf(AclRule),
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
    return changeRule(context, async ({ tx, calendar, scope, rule }) => {
      const role = body.role === undefined ? rule.role : roleIn(body.role, scope)
      return grant(context, { tx, calendar }, { scope, role, isMailed })
    })
  },
)

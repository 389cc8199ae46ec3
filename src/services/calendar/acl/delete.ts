import { operation } from '../operation.ts'
import { canWriteAcls } from '../scopes.ts'
import { changeRule, grant, ofRule } from '../sharing/rule-change.ts'

export const delete_ = operation(
  {
    id: 'calendar.acl.delete',
    http: 'DELETE /calendars/{calendarId}/acl/{ruleId}',
    summary: 'Deletes an access rule.',
    params: ofRule,
    scopes: canWriteAcls,
    access: { calendarId: 'owner', refusal: 'forbidden' },
    audit: { object: 'calendars/{calendarId}/acl/{ruleId}', ownName: 'primary' },
  },
  (context) =>
    changeRule(context, async ({ tx, calendar, scope }) => {
      await grant(context, { tx, calendar }, { scope, role: 'none', isMailed: false })
    }),
)

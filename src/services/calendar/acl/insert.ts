import { operation } from '../operation.ts'
import { AclRule } from '../schemas/acl-rule.ts'
import { canWriteAcls } from '../scopes.ts'
import { roleIn, scopeIn } from '../sharing/access-rule.ts'
import { grant, ofCalendar, sendNotifications } from '../sharing/rule-change.ts'

export const insert = operation(
  {
    id: 'calendar.acl.insert',
    http: 'POST /calendars/{calendarId}/acl',
    summary:
      'Creates an access rule of a calendar, or replaces the existing one of the same scope.',
    params: { ...ofCalendar, sendNotifications },
    body: AclRule,
    reply: AclRule,
    scopes: canWriteAcls,
    access: { calendarId: 'owner', refusal: 'forbidden' },
    audit: { object: 'calendars/{calendarId}', ownName: 'primary', details: ['scope', 'role'] },
  },
  (context) => {
    const { params, body, store } = context
    const { sendNotifications: isMailed = true } = params
    return store.write((tx, { calendar }) => {
      const scope = scopeIn(body.scope)
      const role = roleIn(body.role, scope)
      return grant(context, { tx, calendar }, { scope, role, isMailed })
    })
  },
)

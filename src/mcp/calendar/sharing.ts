import { about, boolean, oneOf, optional, string } from '#/contract/schema.ts'
import { ApiError, missingField } from '#/kernel/errors.ts'
import type { Acl, AclRule } from '#/services/calendar/schemas/acl-rule.ts'
import type { CallOperation } from '../operation-client.ts'
import { readTool, writeTool } from '../tool.ts'

import { eventArguments } from './list-events.ts'

const pageSize = 100

const ruleView = ({ id, role, scope }: AclRule) => ({
  ruleId: id,
  role,
  type: scope?.type,
  value: scope?.value,
})

export const listCalendarAccess = readTool(
  {
    name: 'list_calendar_access',
    title: 'List who has access to a calendar',
    findIdsWith: 'list_calendars',
    about: 'Returns with whom a calendar is shared, and in which role.',
    args: {
      calendarId: eventArguments.calendarId,
      pageToken: optional(string({ about: 'The `nextPageToken` of the page before.' })),
    },
    operations: ['calendar.acl.list'],
  },
  async ({ args: { calendarId = 'primary', pageToken }, call }) => {
    const { items = [], nextPageToken }: Acl = await call({
      operation: 'calendar.acl.list',
      params: { calendarId, pageToken, maxResults: pageSize },
    })
    return { rules: items.map(ruleView), nextPageToken }
  },
)

export const shareCalendar = writeTool(
  {
    name: 'share_calendar',
    title: 'Share a calendar',
    findIdsWith: 'list_calendars',
    about:
      'Gives a person, group, domain or everyone a role on a calendar, in place of the role they had. They get no mail unless sendNotifications is true.',
    args: {
      calendarId: eventArguments.calendarId,
      type: about('With whom; `default` is everyone.', oneOf('user', 'group', 'domain', 'default')),
      value: optional(
        string({ about: 'The email address, or the name of the domain.', lengthMax: 320 }),
      ),
      role: about('The role.', oneOf('freeBusyReader', 'reader', 'writer', 'owner')),
      sendNotifications: optional(boolean({ about: 'Whether to send mail about it.' })),
    },
    operations: ['calendar.acl.get', 'calendar.acl.insert'],
    isDestructive: true,
  },
  async ({ args, call }) => {
    const { calendarId = 'primary', type, value, role, sendNotifications = false } = args
    if (type !== 'default' && (value ?? '') === '') throw missingField('value')
    const ruleId = type === 'default' ? type : `${type}:${value}`
    const before = await ruleNamed(call, { calendarId, ruleId })
    const scope = { type, ...(value !== undefined && { value }) }
    return {
      summary: `Share the calendar ${calendarId} with ${value ?? 'everyone'} as ${role}`,
      write: {
        operation: 'calendar.acl.insert',
        params: { calendarId, sendNotifications },
        body: { role, scope },
      },
      preview: () => ({ changes: [{ property: 'role', from: before?.role ?? 'none', to: role }] }),
      answer: ruleView,
      undo: ({ id, etag }) =>
        before === undefined
          ? {
              operation: 'calendar.acl.delete',
              params: { calendarId, ruleId: id },
              ifMatch: etag,
            }
          : {
              operation: 'calendar.acl.patch',
              params: { calendarId, ruleId: id, sendNotifications: false },
              body: { role: before.role },
              ifMatch: etag,
            },
    }
  },
)

export const unshareCalendar = writeTool(
  {
    name: 'unshare_calendar',
    title: 'Stop sharing a calendar',
    findIdsWith: 'list_calendar_access (calendars with list_calendars)',
    about: 'Takes away the access that a rule of list_calendar_access gives.',
    args: {
      calendarId: eventArguments.calendarId,
      ruleId: string({ about: 'The `ruleId` from list_calendar_access.', lengthMax: 400 }),
    },
    operations: ['calendar.acl.get', 'calendar.acl.delete'],
    isDestructive: true,
  },
  async ({ args: { calendarId = 'primary', ruleId }, call }) => {
    const before: AclRule = await call({
      operation: 'calendar.acl.get',
      params: { calendarId, ruleId },
    })
    const { role, scope } = before
    return {
      summary: `Take the role ${role} on the calendar ${calendarId} from ${scope?.value ?? 'everyone'}`,
      write: {
        operation: 'calendar.acl.delete',
        params: { calendarId, ruleId },
        ifMatch: before.etag,
      },
      preview: () => ({ rule: ruleView(before) }),
      answer: () => ({ removed: ruleView(before) }),
      undo: {
        operation: 'calendar.acl.insert',
        params: { calendarId, sendNotifications: false },
        body: { role, scope },
        unlessFound: { operation: 'calendar.acl.get', params: { calendarId, ruleId } },
      },
    }
  },
)

/** The rule that there is, if any. */
async function ruleNamed(
  call: CallOperation,
  params: { readonly calendarId: string; readonly ruleId: string },
): Promise<AclRule | undefined> {
  try {
    return await call({ operation: 'calendar.acl.get', params })
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return undefined
    throw error
  }
}

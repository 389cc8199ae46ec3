import { almanacApi } from '#/contract/almanac-api.ts'
import { array, kind, object, string } from '#/contract/schema.ts'
import { calendarIn } from '../calendar/calendar-row.ts'
import { operation } from '../operation.ts'
import { canReadList } from '../scopes.ts'
import { matchingRulesOf } from '../store/access/effective-roles.ts'

const sharedMax = 250

const SharedCalendar = object('SharedCalendar', {
  id: string({ about: 'The id of the calendar.' }),
  summary: string({ about: 'Its title.' }),
  owner: string({ about: 'The address of the user who owns it.' }),
  accessRole: string({ about: "The caller's role." }),
})

const SharedCalendars = object('SharedCalendars', {
  kind: kind('almanac#sharedCalendars'),
  items: array(SharedCalendar),
})

export const listShared = operation(
  {
    id: 'calendar.calendarList.listShared',
    api: almanacApi,
    http: 'GET /users/me/sharedCalendars',
    summary:
      'Lists calendars that are shared with the caller or a group of the caller, and are not on the calendar list.',
    reply: SharedCalendars,
    scopes: canReadList,
  },
  async ({ database, calendars, roles: effectiveRoles, lists, caller }) => {
    const rules = await matchingRulesOf(database, caller.email)
    const ruleIds = rules.filter((id) => id.startsWith('user:') || id.startsWith('group:'))
    const ids = await lists.withoutEntries(database, {
      userId: caller.userId,
      ruleIds,
      countMax: sharedMax,
    })
    const rows = await calendars.findAll(database, ids)
    const roles = await effectiveRoles.ofAll(rows, caller)
    const items = rows
      .map((row) => {
        const { summary = row.id, dataOwner = '' } = calendarIn(row)
        return { id: row.id, summary, owner: dataOwner, accessRole: roles.get(row.id) ?? 'none' }
      })
      .filter(({ accessRole }) => accessRole !== 'none')
      .sort((one, other) => one.summary.localeCompare(other.summary, 'en'))
    return { kind: 'almanac#sharedCalendars', items }
  },
)

import { collectionEtag } from '#/contract/etag.ts'
import { boolean, optional } from '#/contract/schema.ts'
import { aclNumbers, lifeOf } from '../calendar/calendar-row.ts'
import { operation } from '../operation.ts'
import { openWalk, pageSizeDefault, requireWholeSync, walkParams } from '../reading/walk.ts'
import { Acl } from '../schemas/acl-rule.ts'
import { canListAcls } from '../scopes.ts'
import { ofCalendar, wireRule } from '../sharing/rule-change.ts'

export const list = operation(
  {
    id: 'calendar.acl.list',
    http: 'GET /calendars/{calendarId}/acl',
    summary: 'Lists the rules of a calendar, or those that changed since a sync token.',
    params: {
      ...ofCalendar,
      ...walkParams,
      showDeleted: optional(boolean({ about: 'Whether to include deleted rules.' })),
    },
    reply: Acl,
    scopes: canListAcls,
    access: { calendarId: 'writer', refusal: 'forbidden' },
    supportsSubscription: true,
  },
  (context) => {
    const { params, store, database, rules } = context
    const { maxResults = pageSizeDefault, showDeleted } = params
    requireWholeSync(params, { showDeleted: showDeleted === false })
    return store.read(async ({ calendar }) => {
      const walk = openWalk(
        context,
        { collection: 'calendar.acl', owner: lifeOf(calendar), numbers: aclNumbers(calendar) },
        params,
      )
      const found = await rules.page(database, {
        calendarId: calendar.id,
        after: walk.position,
        since: walk.since ?? -1,
        withRemoved: showDeleted || walk.since !== undefined ? 1 : 0,
        limit: maxResults + 1,
      })
      const shown = found.slice(0, maxResults)
      return {
        kind: 'calendar#acl',
        etag: collectionEtag(calendar.aclChangeNumber),
        ...walk.end(found.length > shown.length ? shown.at(-1)!.ruleId : undefined),
        items: shown.map(wireRule),
      }
    })
  },
)

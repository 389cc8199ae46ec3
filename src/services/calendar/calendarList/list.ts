import { contentEtag } from '#/contract/etag.ts'
import { about, boolean, oneOf, optional } from '#/contract/schema.ts'
import { entriesAfter, removeLostEntries } from '../calendar/entry.ts'
import { operation } from '../operation.ts'
import { openWalk, pageSizeDefault, requireWholeSync, walkParams } from '../reading/walk.ts'
import { CalendarList } from '../schemas/calendar-list-entry.ts'
import { canReadList } from '../scopes.ts'

export const list = operation(
  {
    id: 'calendar.calendarList.list',
    http: 'GET /users/me/calendarList',
    summary:
      "Lists the entries of the caller's calendar list, or those that changed since a sync token.",
    params: {
      ...walkParams,
      minAccessRole: optional(
        about(
          'The minimum role of the caller on the listed calendars.',
          oneOf('freeBusyReader', 'owner', 'reader', 'writer', 'writerWithoutPrivateAccess'),
        ),
      ),
      showDeleted: optional(boolean({ about: 'Whether to include removed entries.' })),
      showHidden: optional(boolean({ about: 'Whether to include hidden entries.' })),
      showOwnOrganizationOnly: optional(
        boolean({
          about: "Whether to list only calendars whose owner belongs to the caller's organization.",
        }),
      ),
    },
    reply: CalendarList,
    scopes: canReadList,
    supportsSubscription: true,
  },
  async (context) => {
    const { params, database, lists, domains, caller } = context
    const { maxResults = pageSizeDefault, minAccessRole, showDeleted, showHidden } = params
    const { showOwnOrganizationOnly = false } = params
    requireWholeSync(params, {
      minAccessRole: minAccessRole !== undefined,
      showOwnOrganizationOnly,
      showDeleted: showDeleted === false,
      showHidden: showHidden === false,
    })
    await removeLostEntries(context)
    const { userId } = caller
    const numbers = await lists.numbersOf(database, userId)
    const walk = openWalk(
      context,
      { collection: 'calendar.calendarList', owner: userId, numbers },
      params,
    )
    const isSync = walk.since !== undefined
    const found = await entriesAfter(context, walk.position, {
      count: maxResults + 1,
      filter: {
        since: walk.since,
        withHidden: isSync || (showHidden ?? false),
        withDeleted: isSync || (showDeleted ?? false),
        minAccessRole: minAccessRole ?? 'freeBusyReader',
        ownerDomains: showOwnOrganizationOnly
          ? await domains.organizationOf(caller.email, database)
          : undefined,
      },
    })
    const shown = found.slice(0, maxResults)
    const items = shown.map(({ item }) => item)
    return {
      kind: 'calendar#calendarList',
      etag: contentEtag([numbers.last, ...items.map(({ etag }) => etag)]),
      ...walk.end(found.length > shown.length ? shown.at(-1)!.position : undefined),
      items,
    }
  },
)

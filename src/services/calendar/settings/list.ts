import { collectionEtag } from '#/contract/etag.ts'
import { userSettings, wireSetting } from '../calendar/user-settings.ts'
import { operation } from '../operation.ts'
import { openWalk, pageSizeDefault, walkParams } from '../reading/walk.ts'
import { Settings } from '../schemas/setting.ts'
import { canReadSettings } from '../scopes.ts'

export const list = operation(
  {
    id: 'calendar.settings.list',
    http: 'GET /users/me/settings',
    summary: 'Lists the settings of the caller, or those that changed since a sync token.',
    params: walkParams,
    reply: Settings,
    scopes: canReadSettings,
    supportsSubscription: true,
  },
  async (context) => {
    const { params, caller, settings } = context
    const { maxResults = pageSizeDefault } = params
    const { numbers, byId: changed } = await settings.of(caller.userId)
    const walk = openWalk(
      context,
      { collection: 'calendar.settings', owner: caller.userId, numbers },
      params,
    )
    const { since, position } = walk
    const remaining = [...userSettings.keys()].filter(
      (id) =>
        id > position && (since === undefined || (changed.get(id)?.changeNumber ?? 0) > since),
    )
    const ids = remaining.slice(0, maxResults)
    return {
      kind: 'calendar#settings',
      etag: collectionEtag(numbers.last),
      ...walk.end(remaining.length > ids.length ? ids.at(-1) : undefined),
      items: ids.map((id) => wireSetting(id, changed.get(id))),
    }
  },
)

import { collectionEtag } from '#/contract/etag.ts'
import { integer, optional, string } from '#/contract/schema.ts'
import {
  encodePageToken,
  encodeSyncToken,
  filterKeyOf,
  readPageToken,
  readSyncToken,
} from '#/contract/wire-tokens.ts'
import { userSettings } from '../domain/user-settings.ts'
import { operation } from '../operation.ts'
import { Settings } from '../schemas/setting.ts'
import { canReadSettings } from '../scopes.ts'
import { wireSetting } from './wire.ts'

const pageSizeDefault = 100
const pageSizeMax = 250

export const list = operation(
  {
    id: 'calendar.settings.list',
    http: 'GET /users/me/settings',
    summary: 'Lists the settings of the caller, or those that changed since a sync token.',
    params: {
      maxResults: optional(
        integer({
          about: 'Most entries on a page: 100 unless given.',
          minimum: 1,
          cap: pageSizeMax,
        }),
      ),
      pageToken: optional(string({ about: 'Which page to give.' })),
      syncToken: optional(string({ about: 'Gives only what has changed since.' })),
    },
    reply: Settings,
    scopes: canReadSettings,
    cost: 1,
    supportsSubscription: true,
  },
  async ({ params, caller, clock, store, syncTokenLifetimeMs }) => {
    const { maxResults = pageSizeDefault, pageToken, syncToken } = params
    const { epoch } = store
    const nowMs = clock.nowMs()
    const { sequence: currentSequence, byId: changed } = await store.settings.of(caller.userId)
    const collection = { collection: 'calendar.settings', owner: caller.userId, epoch }
    const age = { nowMs, lifetimeMs: syncTokenLifetimeMs }
    const since =
      syncToken === undefined
        ? undefined
        : readSyncToken(syncToken, { ...collection, ...age, currentSequence })
    const walk = { ...collection, filterKey: filterKeyOf(params) }
    const page = pageToken === undefined ? undefined : readPageToken(pageToken, { ...walk, ...age })
    const remaining = [...userSettings.keys()].filter(
      (id) =>
        (page === undefined || id > page.position) &&
        (since === undefined || (changed.get(id)?.sequence ?? 0) > since),
    )
    const ids = remaining.slice(0, maxResults)
    const sequence = page?.sequence ?? currentSequence
    return {
      kind: 'calendar#settings',
      etag: collectionEtag({ epoch, sequence: currentSequence }),
      ...(remaining.length > ids.length
        ? {
            nextPageToken: encodePageToken({
              ...walk,
              position: ids.at(-1)!,
              sequence,
              issuedAtMs: nowMs,
            }),
          }
        : { nextSyncToken: encodeSyncToken({ ...collection, sequence, issuedAtMs: nowMs }) }),
      items: ids.map((id) => wireSetting(id, changed.get(id))),
    }
  },
)

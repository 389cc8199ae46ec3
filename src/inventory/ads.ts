import { listConversions } from '#/services/ads/conversion/listing.ts'
import {
  listedEntityKinds,
  wireActivity,
  wireAdvertiser,
  wireAgency,
  wireEntity,
} from '#/services/ads/schemas/tree.ts'
import { tree } from '#/services/ads/store/tree.ts'
import { rowsOf } from './pages.ts'
import { type InventoryContext, keyOf, type WireResource } from './resource.ts'

const conversionsPerPage = 1000
const anyDay = { startDate: 0, endDate: 99_991_231 }
const anywhere = { accountId: '', campaignId: '', adGroupId: '', words: '[]' }

const byId = ({ id }: { readonly id: string }): string => id

/**
 * Agencies, advertisers and everything below them. They are read from the store: an interface shows
 * them only to users with a grant, and taking a grant away deletes nothing.
 */
export async function readAds(context: InventoryContext): Promise<void> {
  const { core, add } = context
  const { database } = core.ads
  for await (const agency of rowsOf((page) => tree.everyAgency(database, page), byId)) {
    add({ type: 'ads.agency', key: agency.id, resource: wireAgency(agency) })
  }
  for await (const advertiser of rowsOf((page) => tree.everyAdvertiser(database, page), byId)) {
    add({ type: 'ads.advertiser', key: advertiser.id, resource: wireAdvertiser(advertiser) })
    await readEntities(context, advertiser.id)
    await readPlatformSettings(context, advertiser.id)
  }
}

/** What users may do with agencies and advertisers. */
export async function readGrants(
  { core, add }: InventoryContext,
  users: readonly { readonly id: string; readonly email: string }[],
): Promise<void> {
  const { database, grants } = core.ads
  for (const { id, email: owner } of users) {
    for (const { agencyId, advertiserId, role } of await grants.of(database, id)) {
      const resource = { user: owner, agencyId, ...(advertiserId && { advertiserId }), role }
      add({ type: 'ads.grant', key: keyOf(owner, agencyId, advertiserId || '*'), owner, resource })
    }
  }
}

async function readEntities(context: InventoryContext, advertiserId: string): Promise<void> {
  const { core, add } = context
  const { database } = core.ads
  for (const kind of listedEntityKinds) {
    const entities = rowsOf(
      (page) => tree.entities(database, { ...page, ...anywhere, advertiserId, kind }),
      byId,
    )
    for await (const entity of entities) {
      const key = keyOf(advertiserId, entity.id)
      add({ type: `ads.${kind}`, key, resource: wireEntity(kind, entity) })
      if (kind === 'account') {
        await readConversions(context, { advertiserId, accountId: entity.id })
      }
    }
  }
}

async function readConversions(
  { core, add }: InventoryContext,
  account: { readonly advertiserId: string; readonly accountId: string },
): Promise<void> {
  const narrowed = { ...account, campaignId: '', adGroupId: '', criterionId: '', adId: '' }
  let startRow = 0
  let texts: readonly string[]
  do {
    const page = { ...anyDay, rowCount: conversionsPerPage, startRow }
    texts = await listConversions(core.ads, narrowed, page)
    for (const text of texts) {
      const resource = JSON.parse(text) as WireResource
      const { conversionId, conversionTimestamp } = resource
      const key = keyOf(account.advertiserId, String(conversionId), String(conversionTimestamp))
      add({ type: 'ads.conversion', key, resource })
    }
    startRow += texts.length
  } while (texts.length === conversionsPerPage)
}

async function readPlatformSettings(
  { core, add }: InventoryContext,
  advertiserId: string,
): Promise<void> {
  const { database, platformSettings } = core.ads
  const activities = rowsOf((page) => tree.activities(database, { ...page, advertiserId }), byId)
  for await (const activity of activities) {
    const key = keyOf(advertiserId, activity.id)
    add({ type: 'ads.activity', key, resource: wireActivity(activity) })
  }
  for (const { name, type } of await platformSettings.savedColumns(database, advertiserId)) {
    const resource = { kind: 'doubleclicksearch#savedColumn', savedColumnName: name, type }
    add({ type: 'ads.savedColumn', key: keyOf(advertiserId, name), resource })
  }
}

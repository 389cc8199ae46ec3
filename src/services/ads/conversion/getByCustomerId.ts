import { int64, optional, string } from '#/contract/schema.ts'
import { forbidden, invalid } from '#/kernel/errors.ts'
import { roleOn } from '../access.ts'
import type { NewPlace } from '../domain/conversion/place.ts'
import { withNewIds } from '../domain/conversion/resource.ts'
import { customerIdOf } from '../domain/customer-id.ts'
import { type AdsContext, operation } from '../operation.ts'
import { type Conversion, ConversionList } from '../schemas/conversion.ts'
import type { EntityKind, EntityRow } from '../store/entities.ts'
import { listParams } from './list-params.ts'
import { listConversions, type Narrowed, requireDates, requireLadder } from './listing.ts'

const lineage = {
  agencyId: optional(int64({ about: 'The agency of the account.' })),
  advertiserId: optional(int64({ about: 'The advertiser of the account.' })),
  engineAccountId: optional(int64({ about: 'The engine account.' })),
}

export const getByCustomerId = operation(
  {
    id: 'doubleclicksearch.conversion.getByCustomerId',
    http: 'GET /customer/{customerId}/conversion',
    summary: 'Lists the conversions of a client account, by the ids of the new experience.',
    params: {
      customerId: string({ about: 'The client account; dashes do not matter.' }),
      ...listParams,
      ...lineage,
    },
    reply: ConversionList,
    access: { customerId: 'reader' },
  },
  async ({ params, ...context }) => {
    const { database, advertisers } = context
    const account = await requireClientAccount(context, params.customerId)
    const advertiser = (await advertisers.find(database, account.advertiserId))!
    const { agencyId } = advertiser
    for (const [name, id] of Object.entries({
      agencyId,
      advertiserId: advertiser.id,
      engineAccountId: account.id,
    })) {
      const requested = params[name as keyof typeof lineage]
      if (requested !== undefined && requested !== id)
        throw invalid(name, 'The account is not below it.')
    }
    requireDates(params)
    requireLadder(params)
    const narrowed = await narrowedBy(context, account, params)
    const texts = narrowed === undefined ? [] : await listConversions(context, narrowed, params)
    const conversions = texts.map((text) => JSON.parse(text) as Conversion)
    const places = await newPlacesOf(context, account, conversions)
    return {
      kind: 'doubleclicksearch#conversionList',
      conversion: conversions.map((conversion, index) => withNewIds(conversion, places[index]!)),
    }
  },
)

/**
 * The account with this id. Managers and advertisers have such ids as well, but no conversions. Callers
 * without access do not learn what it is or whether it exists.
 */
async function requireClientAccount(
  { database, entities, advertisers, grants, caller }: AdsContext,
  text: string,
): Promise<EntityRow> {
  const customerId = customerIdOf(text)
  if (customerId === undefined) throw invalid('customerId', 'Digits are expected.')
  const ownGrants = await grants.of(database, caller.userId)
  const account = await entities.accountOf(database, customerId)
  if (account !== undefined) {
    const advertiser = (await advertisers.find(database, account.advertiserId))!
    if (roleOn(ownGrants, advertiser) !== undefined) return account
  }
  const agencyIds = await advertisers.agenciesOfManager(database, customerId)
  if (ownGrants.some(({ agencyId }) => agencyIds.includes(agencyId))) {
    throw invalid('customerId', 'It is the id of a manager, not of a client account.')
  }
  throw forbidden(`The user does not have permission to view customer ${customerId}.`)
}

/** The same part of the account by ids of the previous experience; undefined if one is unknown. */
async function narrowedBy(
  { database, entities }: AdsContext,
  { advertiserId, id: accountId, customerId }: EntityRow,
  params: { campaignId?: string; adGroupId?: string; criterionId?: string; adId?: string },
): Promise<Narrowed | undefined> {
  const { campaignId, adGroupId, criterionId, adId } = params
  const oldIdOf = async (kind: EntityKind, newId: string | undefined) => {
    if (newId === undefined || newId === '0') return ''
    const found = await entities.findAllNew(database, { customerId, kind, newIds: [newId] })
    const isThere = (entity: EntityRow) =>
      (kind === 'campaign' || entity.newCampaignId === campaignId) &&
      (kind === 'campaign' || kind === 'adGroup' || entity.newAdGroupId === (adGroupId ?? ''))
    return found.find(isThere)?.id
  }
  const ids = {
    campaignId: await oldIdOf('campaign', campaignId),
    adGroupId: await oldIdOf('adGroup', adGroupId),
    criterionId: await oldIdOf('keyword', criterionId),
    adId: await oldIdOf('ad', adId),
  }
  if (Object.values(ids).includes(undefined)) return undefined
  return { advertiserId, accountId, ...(ids as Omit<Narrowed, 'advertiserId' | 'accountId'>) }
}

/** The positions of an account's conversions in the new experience, in order. */
async function newPlacesOf(
  { database, entities }: Pick<AdsContext, 'database' | 'entities'>,
  { advertiserId, customerId }: EntityRow,
  conversions: readonly Conversion[],
): Promise<NewPlace[]> {
  const findTargets = async (
    kind: EntityKind,
    field: 'campaignId' | 'adGroupId' | 'criterionId',
  ) => {
    const ids = [...new Set(conversions.flatMap((conversion) => conversion[field] ?? []))]
    const rows =
      ids.length === 0 ? [] : await entities.findAll(database, { advertiserId, kind, ids })
    return new Map(rows.map((row) => [row.id, row.newId]))
  }
  const campaigns = await findTargets('campaign', 'campaignId')
  const adGroups = await findTargets('adGroup', 'adGroupId')
  const keywords = await findTargets('keyword', 'criterionId')
  return conversions.map(({ campaignId = '', adGroupId = '', criterionId = '' }) => ({
    customerId,
    campaignId: campaigns.get(campaignId) ?? '',
    adGroupId: adGroups.get(adGroupId) ?? '',
    criterionId: keywords.get(criterionId) ?? '',
  }))
}

import { forbidden, missingField, notFound } from '#/kernel/errors.ts'
import type { Reader } from '#/storage/port.ts'
import { requireAdvertiser, roleOn } from '../../access.ts'
import type { AdsContext } from '../../operation.ts'
import type { ReportScope } from '../../schemas/report.ts'
import type { AdvertiserRow } from '../../store/advertisers.ts'
import type { EntityKind } from '../../store/entities.ts'
import type { Faults } from './faults.ts'
import type { PlannedScope } from './plan.ts'

export type ScopeContext = Pick<
  AdsContext,
  'caller' | 'advertisers' | 'grants' | 'entities' | 'platform'
>

const above: readonly (readonly [keyof ReportScope, readonly (keyof ReportScope)[]])[] = [
  ['advertiserId', ['agencyId']],
  ['engineAccountId', ['advertiserId', 'agencyId']],
  ['campaignId', ['engineAccountId', 'advertiserId', 'agencyId']],
  ['adGroupId', ['campaignId', 'engineAccountId', 'advertiserId', 'agencyId']],
  ['keywordId', ['campaignId', 'engineAccountId', 'advertiserId', 'agencyId']],
  ['adId', ['adGroupId', 'campaignId', 'engineAccountId', 'advertiserId', 'agencyId']],
]

/** An id requires the ids of all its ancestors. */
export function requireLineage(faults: Faults, scope: ReportScope): void {
  const missing = new Set<string>()
  for (const [name, parents] of above) {
    if (scope[name] === undefined) continue
    for (const parent of parents) if (scope[parent] === undefined) missing.add(parent)
  }
  for (const parent of missing) faults.missing(`reportScope.${parent}`)
}

/** The entities of a scope, as far as the caller has access. */
export async function scopeOf(
  context: ScopeContext,
  reader: Reader,
  scope: ReportScope | undefined,
): Promise<PlannedScope> {
  const { agencyId, advertiserId } = scope ?? {}
  if (agencyId === undefined) {
    return { advertisers: await visibleOf(context, reader), isOfAdvertiser: false }
  }
  if (advertiserId === undefined) {
    return { advertisers: await ofAgency(context, reader, agencyId), isOfAdvertiser: false }
  }
  const advertiser = await requireAdvertiser(context, reader, {
    agencyId,
    advertiserId,
    least: 'reader',
  })
  await requireEntities(context, reader, { ...scope, advertiserId })
  const { engineAccountId, campaignId, adGroupId, keywordId, adId } = scope!
  return {
    advertisers: [advertiser],
    isOfAdvertiser: true,
    ...(engineAccountId !== undefined && { accountId: engineAccountId }),
    ...(campaignId !== undefined && { campaignId }),
    ...(adGroupId !== undefined && { adGroupId }),
    ...(keywordId !== undefined && { keywordId }),
    ...(adId !== undefined && { adId }),
  }
}

async function ofAgency(
  context: ScopeContext,
  reader: Reader,
  agencyId: string,
): Promise<readonly AdvertiserRow[]> {
  const grants = await context.grants.of(reader, context.caller.userId)
  const ofIt = grants.filter((grant) => grant.agencyId === agencyId)
  if (ofIt.length === 0) {
    throw forbidden(`The user does not have permission to view agency ${agencyId}.`)
  }
  const [agency] = await context.platform.agencies(reader, [agencyId])
  if (agency === undefined) throw notFound()
  const all = await context.advertisers.ofAgencies(reader, [agencyId])
  return all.filter((advertiser) => roleOn(grants, advertiser) !== undefined)
}

async function visibleOf(context: ScopeContext, reader: Reader): Promise<readonly AdvertiserRow[]> {
  const grants = await context.grants.of(reader, context.caller.userId)
  const agencies = [...new Set(grants.map(({ agencyId }) => agencyId))]
  const all = await context.advertisers.ofAgencies(reader, agencies)
  return all.filter((advertiser) => roleOn(grants, advertiser) !== undefined)
}

async function requireEntities(
  { entities }: ScopeContext,
  reader: Reader,
  scope: ReportScope & { readonly advertiserId: string },
): Promise<void> {
  const { advertiserId, engineAccountId, campaignId, adGroupId, keywordId, adId } = scope
  const named: readonly (readonly [EntityKind, string | undefined])[] = [
    ['account', engineAccountId],
    ['campaign', campaignId],
    ['adGroup', adGroupId],
    ['keyword', keywordId],
    ['ad', adId],
  ]
  for (const [kind, id] of named) {
    if (id === undefined) continue
    const found = await entities.find(reader, { advertiserId, kind, id })
    const isThere =
      found !== undefined &&
      fits(found.accountId, engineAccountId) &&
      fits(found.campaignId, campaignId) &&
      fits(found.adGroupId, adGroupId)
    if (!isThere) throw notFound(`There is no ${kind} ${id} there.`)
    // Only keywords of campaigns have no ad group.
    if (found.adGroupId !== '' && adGroupId === undefined) {
      throw missingField('reportScope.adGroupId')
    }
  }
}

const fits = (present: string, requested: string | undefined) =>
  present === '' || requested === undefined || present === requested

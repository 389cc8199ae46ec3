import { almanacApi } from '#/contract/almanac-api.ts'
import { array, kind, object, string } from '#/contract/schema.ts'
import { roleOn } from '../access.ts'
import { findMissingRates } from '../missing-rates.ts'
import { operation } from '../operation.ts'

const MissingRate = object('MissingRate', {
  currency: string({ about: 'A code of ISO 4217.' }),
  startDate: string({ about: 'The first day without a rate, as `YYYY-MM-DD`.' }),
  endDate: string({ about: 'The last day without a rate.' }),
})

const MissingRateList = object('MissingRateList', {
  kind: kind('almanac#missingRates'),
  items: array(MissingRate),
})

export const list = operation(
  {
    id: 'doubleclicksearch.missingRates.list',
    api: almanacApi,
    http: 'GET /ads/missingRates',
    summary:
      'Lists the currency rates that reports need for the conversions that the caller may see, and that are missing.',
    reply: MissingRateList,
  },
  async ({ caller, advertisers, grants, database }) => {
    const reader = database.apart
    const ownGrants = await grants.of(reader, caller.userId)
    const agencyIds = [...new Set(ownGrants.map(({ agencyId }) => agencyId))]
    const visible = (await advertisers.ofAgencies(reader, agencyIds)).filter(
      (advertiser) => roleOn(ownGrants, advertiser) !== undefined,
    )
    const items = await findMissingRates(
      reader,
      visible.map(({ id }) => id),
    )
    return { kind: 'almanac#missingRates', items }
  },
)

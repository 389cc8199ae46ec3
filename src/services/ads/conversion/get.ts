import { Stored } from '#/contract/answer.ts'
import { int64, optional, string } from '#/contract/schema.ts'
import { invalid, notFound, requiredParameter } from '#/kernel/errors.ts'
import { customerIdOf } from '../domain/customer-id.ts'
import { advertiserOperation, ofAdvertiser } from '../operation.ts'
import { ConversionList } from '../schemas/conversion.ts'
import { listText } from './batch.ts'
import { listParams } from './list-params.ts'
import { listConversions, requireDates, requireLadder } from './listing.ts'

export const get = advertiserOperation(
  {
    id: 'doubleclicksearch.conversion.get',
    http: 'GET /agency/{agencyId}/advertiser/{advertiserId}/engine/{engineAccountId}/conversion',
    summary: 'Lists the conversions of an engine account.',
    params: {
      ...ofAdvertiser,
      engineAccountId: int64({ about: 'The engine account.' }),
      ...listParams,
      customerId: optional(string({ about: 'The account by its id of the new experience.' })),
    },
    reply: ConversionList,
    access: { advertiserId: 'reader' },
  },
  async ({ params, ...context }) => {
    const { database, entities } = context
    const { id: advertiserId } = context.advertiser
    const { engineAccountId, campaignId = '', adGroupId = '', criterionId = '' } = params
    const account = { advertiserId, kind: 'account', id: engineAccountId } as const
    const found = await entities.find(database, account)
    if (found === undefined) throw notFound()
    if (params.customerId !== undefined && customerIdOf(params.customerId) !== found.customerId) {
      throw invalid('customerId', 'The account has another id in the new experience.')
    }
    requireDates(params)
    requireLadder(params)
    if (criterionId !== '' && adGroupId === '') {
      const keyword = { advertiserId, kind: 'keyword', id: criterionId } as const
      const { adGroupId: home = '' } = (await entities.find(database, keyword)) ?? {}
      if (home !== '') throw requiredParameter('adGroupId')
    }
    const adId = params.adId === '0' ? '' : (params.adId ?? '')
    const narrowed = {
      advertiserId,
      accountId: engineAccountId,
      campaignId,
      adGroupId,
      criterionId,
    }
    const texts = await listConversions(context, { ...narrowed, adId }, params)
    return new Stored<ConversionList>(listText(texts))
  },
)

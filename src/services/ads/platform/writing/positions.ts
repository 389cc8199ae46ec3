import type { EntityRecord } from '../../store/platform-records.ts'
import { RecordFault } from '../record.ts'
import { requireIn, type Values, type Writing } from './writing-batch.ts'

/** The columns of an entity's row that depend on its position. */
type Position = Pick<
  EntityRecord,
  'accountId' | 'campaignId' | 'adGroupId' | 'customerId' | 'newCampaignId' | 'newAdGroupId'
>

const nowhere: Position = {
  accountId: '',
  campaignId: '',
  adGroupId: '',
  customerId: '',
  newCampaignId: '',
  newAdGroupId: '',
}

export type PositionOf = (values: Values) => Position

export const ofAdvertiser = async () => () => nowhere

export const ofAccount = async () => (values: Values) => ({
  ...nowhere,
  accountId: values.accountId!,
  customerId: values.customerId ?? '',
})

/** The positions of campaigns. */
export async function belowAccount(writing: Writing): Promise<PositionOf> {
  const positionOf = await inAccount(writing)
  return (values) => ({ ...positionOf(values), campaignId: values.campaignId! })
}

export async function inAccount(writing: Writing): Promise<PositionOf> {
  const accounts = await writing.entities('account', ({ accountId }) => accountId)
  return ({ advertiserId, accountId, newId }) => {
    const account = requireIn(accounts, `${advertiserId} ${accountId}`, `the account ${accountId}`)
    const customerId = newId === undefined ? '' : account.customerId
    return { ...nowhere, accountId: account.id, customerId }
  }
}

export async function belowCampaign(writing: Writing): Promise<PositionOf> {
  const campaigns = await writing.entities('campaign', ({ campaignId }) => campaignId)
  return ({ advertiserId, campaignId, adGroupId = '', newId }) => {
    const key = `${advertiserId} ${campaignId}`
    const campaign = requireIn(campaigns, key, `the campaign ${campaignId}`)
    return {
      accountId: campaign.accountId,
      campaignId: campaign.id,
      adGroupId,
      ...(newId === undefined || campaign.newId === ''
        ? { customerId: '', newCampaignId: '', newAdGroupId: '' }
        : { customerId: campaign.customerId, newCampaignId: campaign.newId, newAdGroupId: '' }),
    }
  }
}

export async function belowAdGroup(writing: Writing): Promise<PositionOf> {
  const adGroups = await writing.entities('adGroup', ({ adGroupId }) => adGroupId)
  const ofCampaign = await belowCampaign(writing)
  return (values) => {
    const { advertiserId, adGroupId, campaignId, newId } = values
    if (adGroupId === undefined) return ofCampaign(values)
    const key = `${advertiserId} ${adGroupId}`
    const adGroup = requireIn(adGroups, key, `the ad group ${adGroupId}`)
    if (campaignId !== undefined && campaignId !== adGroup.campaignId) {
      throw new RecordFault(`the ad group ${adGroupId} is not in the campaign ${campaignId}`)
    }
    return {
      accountId: adGroup.accountId,
      campaignId: adGroup.campaignId,
      adGroupId: adGroup.id,
      ...(newId === undefined || adGroup.newId === ''
        ? { customerId: '', newCampaignId: '', newAdGroupId: '' }
        : {
            customerId: adGroup.customerId,
            newCampaignId: adGroup.newCampaignId,
            newAdGroupId: adGroup.newId,
          }),
    }
  }
}

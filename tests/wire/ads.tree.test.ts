import { beforeAll, expect, it } from 'vitest'
import { type AdsUser, ids, newAdsUser, runAds, tellPlatform } from '../support/ads-platform.ts'
import { as } from '../support/calling.ts'
import { expectRefusal, insufficientPermissions, notFound } from '../support/refusal.ts'
import { onServers } from '../support/sites.ts'

const advertiser = `/almanac/v1/ads/agencies/${ids.agency}/advertisers/${ids.advertiser}`
const entities = `${advertiser}/entities`

onServers('the tree of search advertising', (site) => {
  let reader: ReturnType<typeof as>
  let stranger: ReturnType<typeof as>
  const calling = ({ token }: AdsUser | { token: string }) => as(site.base, token)

  beforeAll(async () => {
    await tellPlatform(site)
    reader = calling(await newAdsUser(site, { role: 'reader' }))
    stranger = calling(await site.user())
  })

  const idsOf = async (path: string) => {
    const { status, json } = await reader.get(path)
    expect(status).toBe(200)
    return json.items!.map(({ id }) => id)
  }

  it('starts with the agencies and advertisers that the user may see', async () => {
    const { email, token } = await site.user()
    const user = as(site.base, token)
    expect((await user.get('/almanac/v1/ads/agencies')).json.items).toEqual([])
    expect((await user.get('/almanac/v1/ads/advertisers')).json.items).toEqual([])
    const one = ['--advertiser', ids.otherAdvertiser, '--role', 'uploader']
    await runAds(site, 'grant', email, ...one)
    const agency = { id: ids.agency, kind: 'almanac#agency', name: 'Agency A' }
    const agencies = async () => (await user.get('/almanac/v1/ads/agencies')).json.items
    expect(await agencies()).toEqual([expect.objectContaining(agency)])
    expect((await agencies())![0]).not.toHaveProperty('role')
    const second = {
      kind: 'almanac#advertiser',
      id: ids.otherAdvertiser,
      agencyId: ids.agency,
      agencyName: 'Agency A',
      name: 'Advertiser W',
      role: 'uploader',
      timeZone: 'Europe/Berlin',
      currency: 'EUR',
    }
    const advertisers = async (query = '') =>
      (await user.get(`/almanac/v1/ads/advertisers${query}`)).json.items
    expect(await advertisers()).toEqual([expect.objectContaining(second)])
    await runAds(site, 'grant', email, '--agency', ids.agency, '--role', 'reader')
    expect((await agencies())![0]).toMatchObject({ ...agency, role: 'reader' })
    expect(await advertisers()).toMatchObject([
      { id: ids.advertiser, role: 'reader', customerId: ids.subManager },
      { id: ids.otherAdvertiser, role: 'uploader' },
    ])
    expect(await advertisers('?q=ADVERTISER%20w')).toMatchObject([{ id: ids.otherAdvertiser }])
    expect(await advertisers(`?agencyId=${ids.agency}&maxResults=1`)).toHaveLength(1)
    expect(await advertisers('?agencyId=1')).toEqual([])
  })

  it('continues to accounts, campaigns, ad groups and what is in them', async () => {
    expect(await idsOf(`${entities}?type=account`)).toEqual([ids.account, ids.secondAccount])
    const { account, campaign, adGroup } = ids
    expect(await idsOf(`${entities}?type=campaign&accountId=${account}`)).toEqual([
      campaign,
      ids.removedCampaign,
    ])
    expect(await idsOf(`${entities}?type=campaign&accountId=${ids.secondAccount}`)).toEqual([])
    expect(await idsOf(`${entities}?type=adGroup&campaignId=${campaign}`)).toEqual([adGroup])
    const keywords = `${entities}?type=keyword`
    const inGroup = [ids.keyword, ids.secondKeyword]
    expect(await idsOf(`${keywords}&adGroupId=${adGroup}`)).toEqual(inGroup)
    expect(await idsOf(`${keywords}&campaignId=${campaign}`)).toEqual([
      ...inGroup,
      ids.campaignKeyword,
    ])
    expect(await idsOf(`${entities}?type=ad&adGroupId=${adGroup}`)).toEqual([ids.ad])
    expect(await idsOf(`${entities}?type=productGroup`)).toEqual([ids.productGroup])
    expect(await idsOf(`${entities}?type=label`)).toEqual([])
    const { json } = await reader.get(`${keywords}&q=Tulips`)
    expect(json.items).toEqual([
      {
        kind: 'almanac#adsEntity',
        type: 'keyword',
        id: ids.secondKeyword,
        name: 'tulips, red',
        status: 'Active',
        accountId: account,
        campaignId: campaign,
        adGroupId: adGroup,
        customerId: ids.customer,
      },
    ])
    expect(await idsOf(`${keywords}&q=red%20tulips`)).toEqual([ids.secondKeyword])
    expect(await idsOf(`${keywords}&q=${encodeURIComponent("x' or '%_")}`)).toEqual([])
  })

  it('is walked in pages that stay with what was asked', async () => {
    const first = await reader.get(`${entities}?type=keyword&maxResults=2`)
    const { nextPageToken } = first.json
    const rest = await reader.get(`${entities}?type=keyword&pageToken=${nextPageToken}`)
    expect([...first.json.items!, ...rest.json.items!].map(({ id }) => id)).toEqual([
      ids.keyword,
      ids.secondKeyword,
      ids.campaignKeyword,
    ])
    expect(rest.json).not.toHaveProperty('nextPageToken')
    expectRefusal(await reader.get(`${entities}?type=ad&pageToken=${nextPageToken}`), {
      status: 400,
      reason: 'invalid',
    })
  })

  it('has the activities, with what is complete', async () => {
    const { json } = await reader.get(`${advertiser}/activities`)
    expect(json.items).toEqual([
      {
        kind: 'almanac#adsActivity',
        id: '26258',
        name: 'Test',
        groupId: '1',
        groupName: 'Sales',
        type: 'TRANSACTION',
        status: 'Active',
      },
      expect.objectContaining({ id: '26259', type: 'ACTION' }),
    ])
    const uploader = calling(await newAdsUser(site, { role: 'uploader' }))
    const told = await uploader.post('/doubleclicksearch/v2/conversion/updateAvailability', {
      availabilities: [
        {
          agencyId: ids.agency,
          advertiserId: ids.advertiser,
          segmentationType: 'FLOODLIGHT',
          segmentationName: 'Test',
          availabilityTimestamp: '1500000000000',
        },
      ],
    })
    expect(told.status).toBe(200)
    const after = await reader.get(`${advertiser}/activities`)
    expect(after.json.items![0]).toMatchObject({ completeThrough: '2017-07-14T02:40:00Z' })
  })

  it('refuses those to whom nothing was granted, and what it does not know', async () => {
    const on = ['--agency', ids.agency]
    const overseer = calling(await newAdsUser(site, { role: 'reader', on }))
    for (const path of [`${entities}?type=account`, `${advertiser}/activities`]) {
      const forbidden = { status: 403, reason: 'forbidden' }
      expectRefusal(await stranger.get(path), forbidden)
      expectRefusal(await reader.get(path.replace(ids.agency, '1')), forbidden)
      expectRefusal(await reader.get(path.replace(ids.advertiser, '1')), forbidden)
      expectRefusal(await overseer.get(path.replace(ids.advertiser, '1')), notFound)
      const narrow = await site.user({ scopes: ['calendar'] })
      expectRefusal(await calling(narrow).get(path), insufficientPermissions)
    }
    for (const query of ['', '?type=city', '?type=account&accountId=x', '?type=ad&maxResults=0']) {
      const { status } = await reader.get(`${entities}${query}`)
      expect(status).toBe(400)
    }
  })
})

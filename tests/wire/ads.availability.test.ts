import { beforeAll, expect, it } from 'vitest'
import { AdsUser, ids, newAdsUser, tellPlatform } from '../support/ads-platform.ts'
import { recently } from '../support/conversion-rows.ts'
import { expectRefusal, notFound } from '../support/refusal.ts'
import { onEmbeddedServer } from '../support/sites.ts'

onEmbeddedServer('saying up to when conversions are complete', (site) => {
  let user: AdsUser

  beforeAll(async () => {
    await tellPlatform(site)
    user = await newAdsUser(site)
  })

  const say = (who: AdsUser, ...availabilities: object[]) =>
    who.call('/conversion/updateAvailability', { method: 'POST', body: { availabilities } })

  const complete = (otherwise: object = {}) => ({
    agencyId: ids.agency,
    advertiserId: ids.advertiser,
    segmentationType: 'FLOODLIGHT',
    segmentationName: 'Test',
    availabilityTimestamp: recently(),
    ...otherwise,
  })

  it('returns the availability as it was sent, also for earlier times', async () => {
    const said = [complete(), complete({ availabilityTimestamp: '1700000000000' })]
    const reply = await say(user, ...said)
    expect(reply.status).toBe(200)
    expect(reply.json).toEqual({ availabilities: said })
  })

  it('accepts the activity by its id, without a type, and the advertiser by its new id', async () => {
    const { agencyId: _a, advertiserId: _b, segmentationType: _c, ...rest } = complete()
    const { segmentationName: _d, ...nameless } = rest
    const said = { ...nameless, customerId: ids.subManager, segmentationId: '26258' }
    expect((await say(user, said)).json).toEqual({ availabilities: [said] })
  })

  it.each([
    [{ segmentationName: 'test' }],
    [{ segmentationName: undefined }],
    [{ segmentationType: 'OTHER' }],
    [{ availabilityTimestamp: undefined }],
    [{ availabilityTimestamp: '99999999999999' }],
    [{ availabilityTimestamp: '-1' }],
    [{ availabilityTimestamp: 'now' }],
    [{ advertiserId: undefined }],
    [{ agencyId: undefined }],
    [{ customerId: ids.customer }],
  ])('refuses %j', async (otherwise) => {
    const reply = await say(user, complete(otherwise))
    const { reason } = reply.json.error!.errors[0]!
    expect(['invalid', 'required']).toContain(reason)
    expectRefusal(reply, { status: 400, reason })
    if ('segmentationName' in otherwise && otherwise.segmentationName) {
      expect(reply.json.error!.message).toContain('0x0000010E')
    }
  })

  it('refuses an empty request, an unknown advertiser, and those who may not', async () => {
    expectRefusal(await say(user), { status: 400, reason: 'required' })
    const ofAgency = await newAdsUser(site, { on: ['--agency', ids.agency] })
    expectRefusal(await say(ofAgency, complete({ advertiserId: '1' })), notFound)
    const stranger = new AdsUser(await site.user())
    expectRefusal(await say(stranger, complete()), { status: 403, reason: 'forbidden' })
    const reader = await newAdsUser(site, { role: 'reader' })
    expectRefusal(await say(reader, complete()), { status: 403, reason: 'forbidden' })
  })
})

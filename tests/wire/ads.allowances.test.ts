import { expect, it } from 'vitest'
import { newAdsUser, tellPlatform } from '../support/ads-platform.ts'
import { generate, ready, reportOf, request } from '../support/ads-reports.ts'
import { expectRefusal, notFound } from '../support/refusal.ts'
import { onEmbeddedServer } from '../support/sites.ts'

const spent = { status: 429, reason: 'dailyLimitExceeded' }
const overdrawn = { status: 410, reason: 'reportUnavailableQuotaExceeded' }

/** A report that needs the figures of so many days. */
const ofDays = (count: number) =>
  reportOf('campaign', ['campaign', 'clicks'], {
    timeRange: { startDate: '2024-05-01', endDate: `2024-05-${String(count).padStart(2, '0')}` },
  })

onEmbeddedServer(
  'the daily allowances of search advertising',
  (site) => {
    it('are three, which are spent separately and reset at midnight in Los Angeles', async () => {
      await tellPlatform(site)
      const at = (now: string) =>
        site.call('/_almanac/clock', { method: 'POST', body: { now, frozen: true } })
      await at('2024-06-01T06:59:00Z')
      const [user, other] = [await newAdsUser(site), await newAdsUser(site)]
      const atOnce = () => generate(user, reportOf('campaign', ['campaign']))
      const listed = () => user.call('/reports/unknown')
      expect((await atOnce()).status).toBe(200)
      expect((await atOnce()).status).toBe(200)
      const refused = await atOnce()
      expectRefusal(refused, spent)
      expect(refused.headers['retry-after']).toBe('60')
      expect((await generate(other, reportOf('campaign', ['campaign']))).status).toBe(200)

      // Ten days of figures cost ten units of twelve, two more fit, and attributes cost one.
      await request(user, ofDays(10))
      const tooMuch = await request(user, ofDays(3))
      expect([tooMuch.status, tooMuch.json.isReportReady]).toEqual([200, false])
      expectRefusal(await user.call(`/reports/${tooMuch.json.id}`), overdrawn)
      expectRefusal(await user.call(`/reports/${tooMuch.json.id}/files/0`), notFound)
      await request(user, reportOf('campaign', ['campaign']))
      await request(user, ofDays(1))
      const onceMore = await request(user, reportOf('campaign', ['campaign']))
      expectRefusal(await user.call(`/reports/${onceMore.json.id}`), overdrawn)

      for (let calls = 3; calls < 20; calls++) expectRefusal(await listed(), notFound)
      expectRefusal(await listed(), spent)
      expectRefusal(await atOnce(), spent)

      const { json } = await user.almanac('/users/me/quota')
      const resetsAt = '2024-06-01T07:00:00.000Z'
      expect((json.items as { bucket: string }[]).slice(4)).toEqual([
        { bucket: 'adsGeneratePerDay', used: 2, limit: 2, resetsAt },
        { bucket: 'adsRequestPerDay', used: 12, limit: 12, resetsAt },
        { bucket: 'adsOtherPerDay', used: 20, limit: 20, resetsAt },
      ])

      await at('2024-06-01T07:00:00Z')
      expect((await atOnce()).status).toBe(200)
      expect((await ready(user, ofDays(12))).report.isReportReady).toBe(true)
    })
  },
  {
    ALMANAC_QUOTA_ADS_GENERATE_PER_DAY: '2',
    ALMANAC_QUOTA_ADS_REQUEST_PER_DAY: '12',
    ALMANAC_QUOTA_ADS_OTHER_PER_DAY: '20',
  },
)

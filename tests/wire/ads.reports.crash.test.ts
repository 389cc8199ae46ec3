import { describe, expect, it } from 'vitest'
import { type AdsUser, newAdsUser, tellPlatform } from '../support/ads-platform.ts'
import { inMay, mayStatistics, reportOf, request, settled, tell } from '../support/ads-reports.ts'
import { wireEngines } from '../support/server.ts'
import { siteOf } from '../support/sites.ts'
import { expireLeases } from '../support/tampering.ts'

const report = reportOf('keyword', ['keywordText', 'date', 'clicks'], inMay)

const loaded = async (user: AdsUser, id: string) => {
  const { status, json } = await settled(user, id)
  expect([status, json.isReportReady, json.rowCount]).toEqual([200, true, 2])
  return (await user.call(`/reports/${id}/files/0`)).text.split('\n').length
}

for (const engine of wireEngines) {
  describe(`reports of a server that ends on ${engine.name}`, {
    skip: engine.unavailable !== undefined,
  }, () => {
    it('become ready after it was killed, at whatever point of their writing', async () => {
      await using place = await engine.place()
      const server = await place.startProcess()
      const site = siteOf(place, server)
      await tellPlatform(site)
      await tell(site, mayStatistics)
      const user = await newAdsUser(site)
      const asked = await Promise.all(Array.from({ length: 8 }, () => request(user, report)))
      await server.kill()
      await expireLeases(place)
      const again = await place.start()
      for (const { json } of asked) expect(await loaded(user.at(again.base), json.id!)).toBe(4)
    })

    it('are there after a restart', async () => {
      await using place = await engine.place()
      const server = await place.start()
      const site = siteOf(place, server)
      await tellPlatform(site)
      await tell(site, mayStatistics)
      const user = await newAdsUser(site)
      const { json } = await request(user, report)
      await loaded(user, json.id!)
      await server.stop()
      const again = await place.start()
      expect(await loaded(user.at(again.base), json.id!)).toBe(4)
    })
  })
}

const shared = wireEngines.filter(({ name }) => name.startsWith('postgres'))

for (const engine of shared) {
  describe(`reports of two processes on ${engine.name}`, {
    skip: engine.unavailable !== undefined,
  }, () => {
    it('are served by either, and finished by the one that is left', async () => {
      await using place = await engine.place()
      const [one, other] = [await place.startProcess(), await place.start()]
      const site = siteOf(place, one)
      await tellPlatform(site)
      await tell(site, mayStatistics)
      const user = await newAdsUser(site)
      const first = await request(user, report)
      expect(await loaded(user, first.json.id!)).toBe(4)
      expect(await loaded(user.at(other.base), first.json.id!)).toBe(4)
      const asked = await Promise.all(Array.from({ length: 8 }, () => request(user, report)))
      await one.kill()
      await expireLeases(place)
      for (const { json } of asked) expect(await loaded(user.at(other.base), json.id!)).toBe(4)
    })
  })
}

import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { beforeAll, expect, it } from 'vitest'
import { type AdsUser, ids, newAdsUser, runAds, tellPlatform } from '../support/ads-platform.ts'
import { clicked } from '../support/conversion-rows.ts'
import { freshFolder } from '../support/fresh.ts'
import { killedAfter, runAlmanac } from '../support/server.ts'
import { onServers } from '../support/sites.ts'

const keywordCount = 6_000
const fewAtOnce = { ALMANAC_ADS_IMPORT_ROWS_MAX: '5000' }

onServers('a file of what a platform tells', (site) => {
  it('is there whole or not at all as soon as it was killed', async () => {
    await using folder = await freshFolder()
    await tellPlatform(site)
    const user = await newAdsUser(site)
    for (const [round, afterMs] of [350, 600].entries()) {
      const first = 100_000 * (round + 1)
      const path = await writeKeywords(folder.path, { first })
      await killedAfter(afterMs, ['ads', 'import', path], site.place.environment)
      expect([0, keywordCount]).toContain(await keywordsFrom(user, first))
      expect(await runAds(site, 'import', path)).toContain(`${keywordCount} imported, 0 rejected.`)
      expect(await keywordsFrom(user, first)).toBe(keywordCount)
    }
  })
})

onServers(
  'a file of more rows than are written at once',
  (site) => {
    let user: AdsUser
    beforeAll(async () => {
      await tellPlatform(site)
      user = await newAdsUser(site)
    })

    it('is taken whole, with its bad rows named, while conversions are uploaded', async () => {
      await using folder = await freshFolder()
      const path = await writeKeywords(folder.path, { first: 1, bad: 2 })
      let isOver = false
      const importing = runAlmanac(['ads', 'import', path], site.place.environment).finally(() => {
        isOver = true
      })
      const statuses = new Set<number>()
      while (!isOver) {
        statuses.add((await user.insert(clicked())).status)
        await pause(10)
      }
      const { code, stdout, stderr } = await importing
      expect(code).toBe(1)
      expect(stdout).toContain(`${keywordCount + 2} read, ${keywordCount} imported, 2 rejected.`)
      expect(stderr).toContain(`keywords.csv:${keywordCount + 2}: the ad group`)
      expect([...statuses]).toEqual([200])
      expect(await keywordsFrom(user, 1)).toBe(keywordCount)
    })

    it('is there whole or not at all after it was killed and the next one has started', async () => {
      await using folder = await freshFolder()
      const first = 100_000
      const path = await writeKeywords(folder.path, { first })
      await killedAfter(600, ['ads', 'import', path], site.place.environment)
      const { stdout } = await runAlmanac(['check'], site.place.environment)
      expect(stdout).toBe('No problems found.\n')
      await tellPlatform(site)
      expect([0, keywordCount]).toContain(await keywordsFrom(user, first))
      expect(await runAds(site, 'import', path)).toContain(`${keywordCount} imported, 0 rejected.`)
      expect(await keywordsFrom(user, first)).toBe(keywordCount)
    })
  },
  fewAtOnce,
)

interface Wish {
  /** The number of the first keyword. */
  readonly first: number
  /** How many more there are in an ad group that nobody knows. */
  readonly bad?: number
}

async function writeKeywords(folder: string, { first, bad = 0 }: Wish): Promise<string> {
  const lines = Array.from({ length: keywordCount + bad }, (_, index) => {
    const adGroup = index < keywordCount ? ids.adGroup : '58700007213520000'
    const number = first + index
    const place = `${ids.advertiser},${ids.campaign},${adGroup}`
    return `${place},${438_000_000_000n + BigInt(number)},word ${number},${8_000_000 + number}`
  })
  const path = join(folder, 'keywords.csv')
  const header = 'advertiserId,campaignId,adGroupId,keywordId,name,newId'
  await writeFile(path, `${[header, ...lines].join('\n')}\n`)
  return path
}

/** How many there are of those that were written with the same first number. */
async function keywordsFrom(user: AdsUser, first: number): Promise<number> {
  const { agency, advertiser } = ids
  const file = await user.call(`/agency/${agency}/advertiser/${advertiser}/idmapping?alt=media`)
  const numbers = [...file.text.matchAll(/""criterionId"":""438(\d{9})""/g)].map(([, digits]) =>
    Number(digits),
  )
  return numbers.filter((number) => number >= first && number < first + keywordCount).length
}

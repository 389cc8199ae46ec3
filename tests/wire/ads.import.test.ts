import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, expect, it } from 'vitest'
import { ids, tellPlatform } from '../support/ads-platform.ts'
import { freshFolder } from '../support/fresh.ts'
import { runAlmanac } from '../support/server.ts'
import { onEveryEngine } from '../support/sites.ts'

onEveryEngine('importing tables of a platform', (site) => {
  beforeAll(() => tellPlatform(site))

  async function take(lines: readonly string[], newline = '\n') {
    await using folder = await freshFolder()
    const path = join(folder.path, 'campaigns.csv')
    const header = 'advertiserId,accountId,campaignId,name'
    await writeFile(path, `${[header, ...lines].join(newline)}${newline}`)
    return await runAlmanac(['ads', 'import', path], site.place.environment)
  }

  const campaign = (number: number, name: string) =>
    `${ids.advertiser},${ids.account},7170000008719250${number},${name}`

  it('takes cells with commas, line breaks and quotation marks', async () => {
    const { stdout, stderr } = await take([campaign(1, '"A, ""B""\nC"'), campaign(2, 'D "E"')])
    expect([stderr, stdout]).toEqual(['', expect.stringContaining('2 read, 2 taken, 0 bad')])
  })

  it('takes lines that end in whatever way', async () => {
    for (const newline of ['\r\n', '\r']) {
      const { stdout } = await take([campaign(3, 'F'), '', campaign(4, '"G"')], newline)
      expect(stdout).toContain('2 read, 2 taken, 0 bad')
    }
  })

  it('tells a row whose quotation mark is not closed, and takes the others', async () => {
    const { stdout, stderr, code } = await take([
      campaign(5, 'H'),
      campaign(6, '"I'),
      campaign(7, 'J'),
    ])
    expect(code).toBe(0)
    expect(stderr.trim()).toBe('campaigns.csv:3: a quotation mark is not closed')
    expect(stdout).toContain('3 read, 2 taken, 1 bad')
  })
})

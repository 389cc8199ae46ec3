import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { beforeAll, expect, it } from 'vitest'
import { ids, newAdsUser, runAds, tellPlatform } from '../support/ads-platform.ts'
import { generate, reportOf } from '../support/ads-reports.ts'
import { freshFolder } from '../support/fresh.ts'
import { runAlmanac, runAlmanacProcess } from '../support/server.ts'
import { onEmbeddedServer, onServers, type ServerSite } from '../support/sites.ts'
import { dayOf, writeDays } from '../support/statistics-files.ts'

const take = (site: ServerSite, path: string, ...words: string[]) =>
  runAlmanac(['ads', 'import', path, ...words], site.place.environment)

onServers('importing daily statistics', (site) => {
  beforeAll(() => tellPlatform(site))

  it('imports a file, and changes nothing when it is imported again', async () => {
    await using folder = await freshFolder()
    const path = await writeDays(folder.path, [dayOf('2026-01-01'), dayOf('2026-01-02')])
    expect((await take(site, path)).stdout).toContain('2 read, 2 imported, 0 rejected, 2 changed.')
    expect((await take(site, path)).stdout).toContain('2 read, 2 imported, 0 rejected, 0 changed.')
  })

  it('imports a file while another import runs', async () => {
    await using folder = await freshFolder()
    const warehouse = join(site.place.environment.ALMANAC_DATA_DIR!, 'warehouse')
    const first = Temporal.PlainDate.from('2030-01-01')
    const days = Array.from({ length: 25_000 }, (_, day) => dayOf(String(first.add({ days: day }))))
    const large = await writeDays(folder.path, days, 'dailyStatistics-large.csv')
    const small = await writeDays(folder.path, [dayOf('2026-01-11')])
    const running = runAlmanacProcess(['ads', 'import', large], site.place.environment)
    let hasEnded = false
    void running.finally(() => {
      hasEnded = true
    })
    const isRunning = async () =>
      (await readdir(warehouse)).some((name) => name.startsWith('work-'))
    while (!(hasEnded || (await isRunning().catch(() => false)))) await delay(5)
    expect((await take(site, small)).stdout).toContain('1 read, 1 imported, 0 rejected, 1 changed.')
    const { code, stderr } = await running
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  })

  it('updates only what differs in a later file', async () => {
    await using folder = await freshFolder()
    const rows = [dayOf('2026-02-01'), dayOf('2026-02-02')]
    await take(site, await writeDays(folder.path, rows))
    const path = await writeDays(folder.path, [rows[0]!, dayOf('2026-02-02', { clicks: 11 })])
    expect((await take(site, path)).stdout).toContain('2 read, 2 imported, 0 rejected, 1 changed.')
  })

  it('keeps figures whose columns a narrower file does not have, unless the file replaces', async () => {
    await using folder = await freshFolder()
    const user = await newAdsUser(site)
    const figures = async () => {
      const timeRange = { startDate: '2026-02-10', endDate: '2026-02-10' }
      const report = reportOf('advertiser', ['impr', 'clicks'], { timeRange })
      return (await generate(user, { ...report, statisticsCurrency: 'usd' })).json.rows
    }
    const narrow = async (...words: string[]) => {
      const path = join(folder.path, 'dailyStatistics.csv')
      const [head, row] = (await readFile(path, 'utf8')).trim().split('\n')
      const cells = (line: string) => line.split(',').slice(0, 8).join(',')
      await writeFile(path, `${cells(head!)},clicks\n${cells(row!)},12\n`)
      return (await take(site, path, ...words)).stdout
    }
    await take(site, await writeDays(folder.path, [dayOf('2026-02-10', { cost: '0' })]))
    expect(await figures()).toEqual([{ impr: 100, clicks: 10 }])
    expect(await narrow()).toContain('1 imported, 0 rejected, 1 changed.')
    expect(await figures()).toEqual([{ impr: 100, clicks: 12 }])
    expect(await narrow()).toContain('1 imported, 0 rejected, 0 changed.')
    expect(await narrow('--replace')).toContain('1 imported, 0 rejected, 1 changed.')
    expect(await figures()).toEqual([{ impr: 0, clicks: 12 }])
  })

  it('finds nothing wrong afterwards, also when the files are merged', async () => {
    await using folder = await freshFolder()
    const path = await writeDays(folder.path, [dayOf('2026-06-01')])
    await take(site, path)
    await runAds(site, 'compact')
    expect((await take(site, path)).stdout).toContain('0 changed.')
    const { stdout } = await runAlmanac(['check'], site.place.environment)
    expect(stdout.trim()).toBe('No problems found.')
  })
})

onEmbeddedServer('reading daily statistics', (site) => {
  beforeAll(() => tellPlatform(site))

  it('keeps the last of rows with equal keys', async () => {
    await using folder = await freshFolder()
    const first = dayOf('2026-03-01', { clicks: 1 })
    const last = dayOf('2026-03-01', { clicks: 2 })
    await take(site, await writeDays(folder.path, [first, last]))
    const path = await writeDays(folder.path, [last])
    expect((await take(site, path)).stdout).toContain('1 read, 1 imported, 0 rejected, 0 changed.')
  })

  it('reports invalid rows with their lines and imports the others', async () => {
    await using folder = await freshFolder()
    const path = await writeDays(folder.path, [
      dayOf('2026-04-01', { impr: 'many' }),
      dayOf('2026-04-01', { clicks: '1.5' }),
      dayOf('2026-04-31'),
      dayOf('2026-04-02', { keyword: '1' }),
      '2026-04-03,1',
      dayOf('2026-04-03', { clicks: -1 }),
      dayOf('2026-04-04'),
    ])
    const { stdout, stderr, code } = await take(site, path)
    expect(code).toBe(1)
    expect(stdout).toContain('7 read, 1 imported, 6 rejected, 1 changed.')
    expect(stderr.trim().split('\n')).toEqual([
      'dailyStatistics.csv:2: impr cannot be "many"',
      'dailyStatistics.csv:3: clicks is no number of things',
      'dailyStatistics.csv:4: date cannot be "2026-04-31": expected a date such as 2030-01-31',
      'dailyStatistics.csv:5: criterion 1 is not known there',
      'dailyStatistics.csv:6: it has another number of columns than the header',
      'dailyStatistics.csv:7: clicks is no number of things',
    ])
  })

  it('refuses a file with a column that is not known, or without one that it needs', async () => {
    await using folder = await freshFolder()
    const path = await writeDays(folder.path, [dayOf('2026-05-01')])
    const share = await take(site, path, '--kind', 'shareStatistics')
    expect(share.code).toBe(1)
    expect(share.stderr).toContain('shareStatistics has no column criterionKind')
    const terms = await take(site, path, '--kind', 'feedItemStatistics')
    expect(terms.code).toBe(1)
    expect(terms.stderr).toContain('feedItemStatistics has no column')
    expect((await take(site, path)).stdout).toContain('1 changed.')
  })

  it('skips entities that earlier rows have not declared', async () => {
    await using folder = await freshFolder()
    const elsewhere = dayOf('2026-05-02').replace(ids.account, ids.secondAccount)
    const { stderr } = await take(site, await writeDays(folder.path, [elsewhere]))
    expect(stderr).toContain(`campaign ${ids.campaign} is not known there`)
  })
})

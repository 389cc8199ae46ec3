import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { ids, newAdsUser, runAds, tellPlatform } from '../support/ads-platform.ts'
import { mayStatistics, tell } from '../support/ads-reports.ts'
import { browserUnavailable, savedText } from '../support/chromium.ts'
import { expectAccessible, openConsole } from '../support/console-page.ts'
import { consoleTabs } from '../support/console-tabs.ts'
import { ofKeyword } from '../support/conversion-rows.ts'
import { layoutProblems } from '../support/layout-problems.ts'
import { onEmbeddedServer } from '../support/sites.ts'

const suite =
  browserUnavailable === undefined ? 'in a browser' : `in a browser (${browserUnavailable})`

const item = (page: Page, name: string) => page.getByRole('treeitem', { name, exact: true })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const head = 'conversionId,conversionTimestamp,clickId,segmentationType,segmentationName,type'

describe.skipIf(browserUnavailable !== undefined)(suite, () => {
  onEmbeddedServer('search ads in the console', (site) => {
    const console = consoleTabs(site, {
      isAdmin: true,
      prepare: async () => {
        await tellPlatform(site)
        await tell(site, mayStatistics)
      },
      prepareUser: async ({ email }) => {
        await runAds(site, 'grant', email, '--advertiser', ids.advertiser, '--role', 'uploader')
      },
    })
    const account = `advertiserId=${ids.advertiser}&accountId=${ids.account}`

    it('shows key figures, how they changed, and their trend', async () => {
      await using tab = await console.open('/ads')
      const { page } = tab
      await page.getByLabel('From').fill('2024-05-15')
      await page.getByLabel('To', { exact: true }).fill('2024-05-15')
      await button(page, 'Clicks 6 -40% vs. the previous period').waitFor()
      await button(page, 'CTR 0.58% -91.3% vs. the previous period').click()
      await page.getByRole('img', { name: 'CTR, May 15, 2024 to May 15, 2024' }).waitFor()
      await expectAccessible(page)
      await page.getByLabel('To', { exact: true }).fill('2024-05-14')
      await page.getByText('The end can’t be before the start').waitFor()
    })

    it('opens the tree of accounts by keyboard down to keywords and ads, and finds them by name', async () => {
      await using tab = await console.open('/ads/accounts')
      const { page } = tab
      await item(page, 'Agency A Agency').focus()
      for (const name of [
        'Advertiser V Advertiser',
        'E1 Account',
        'C1 Campaign',
        'G1 Ad group',
        'flowers Keyword',
      ]) {
        await page.keyboard.press('ArrowRight')
        await item(page, name).waitFor()
        await page.keyboard.press('ArrowRight')
        expect(await item(page, name).evaluate(isFocused)).toBe(true)
      }
      await item(page, 'D1 Ad').waitFor()
      await page.keyboard.press('Enter')
      await page.getByRole('heading', { name: 'flowers Keyword' }).waitFor()
      await page.getByText(ids.keyword).waitFor()
      await expectAccessible(page)
      await page.keyboard.press('ArrowLeft')
      expect(await item(page, 'G1 Ad group').evaluate(isFocused)).toBe(true)
      await page.keyboard.press('ArrowLeft')
      await item(page, 'flowers Keyword').waitFor({ state: 'detached' })
      await page.keyboard.press('Home')
      expect(await item(page, 'Agency A Agency').evaluate(isFocused)).toBe(true)
      await page.getByLabel('Find by name').fill('tulips')
      await button(page, 'tulips, red Keyword').click()
      await page.getByRole('heading', { name: 'tulips, red Keyword' }).waitFor()
      await expectAccessible(page)
    })

    it('uploads conversions, tells which rows are refused, and lists the others', async () => {
      await using tab = await console.open(`/ads/conversions?${account}`)
      const { page } = tab
      await page.getByText('No conversions').waitFor()
      await button(page, 'Upload').click()
      const saving = page.waitForEvent('download')
      await button(page, 'Download template').click()
      expect(await savedText(saving)).toMatch(/^conversionId,/)
      const { json } = await site.call('/_almanac/clock')
      const now = Temporal.Instant.from(String(json.now)).epochMilliseconds - 3_600_000
      const good = Array.from(
        { length: 250 },
        (_, index) => `order-${index},${now + index},${ids.click},FLOODLIGHT,Call,ACTION`,
      )
      const text = [head, ...good, `bad,${now},${ids.click},FLOODLIGHT,No such,ACTION`].join('\n')
      console.allow(/status of 400/)
      await page.getByLabel('CSV file').setInputFiles({
        name: 'conversions.csv',
        mimeType: 'text/csv',
        buffer: Buffer.from(text),
      })
      await page.getByText('The file has 251 rows.').waitFor()
      await page.getByRole('table', { name: 'Preview' }).getByText('order-4').waitFor()
      await expectAccessible(page)
      await page.getByRole('dialog').getByRole('button', { name: 'Upload', exact: true }).click()
      await page.getByText('250 of 251 rows uploaded').waitFor()
      await page.getByRole('row', { name: '252 There’s no Floodlight activity No such' }).waitFor()
      await expectAccessible(page)
      await button(page, 'Close').nth(1).click()
      await page.getByText('Rows 1–50 of 250').waitFor()
      await button(page, 'Next').click()
      await page.getByText('Rows 51–100').waitFor()
      const table = page.getByRole('table', { name: 'Conversions' })
      await table.getByRole('button', { name: 'ID' }).click()
      await table.getByRole('button', { name: 'ID' }).click()
      expect(await table.getByRole('columnheader', { name: 'ID' }).getAttribute('aria-sort')).toBe(
        'descending',
      )
      await table.getByRole('row', { name: /order-249/ }).waitFor()
      await table.getByRole('row', { name: /^Total/ }).waitFor()
      const exporting = page.waitForEvent('download')
      await button(page, 'Export as CSV').click()
      expect((await savedText(exporting)).trim().split('\r\n')).toHaveLength(251)
      await page.getByLabel('Campaign').selectOption('C2')
      await page.getByText('No conversions').waitFor()
      await page.getByLabel('Campaign').selectOption('C1')
      await page.getByText('Rows 1–50').waitFor()
      await expectAccessible(page)
    })

    it('lists saved columns, and has their values in a report', async () => {
      await using tab = await console.open('/ads/saved-columns')
      const { page } = tab
      const columns = page.getByRole('table', { name: 'Saved columns' })
      await columns.getByRole('row', { name: 'Share of clicks Percentage' }).waitFor()
      await columns.getByRole('link', { name: 'Create report with Share of clicks' }).click()
      await page.getByRole('heading', { level: 1, name: 'Reports' }).waitFor()
      await button(page, 'Remove Share of clicks').waitFor()
      await page.getByLabel('From').fill('2024-05-01')
      await page.getByLabel('To', { exact: true }).fill('2024-05-31')
      await page.getByText('Choose columns').click()
      await page.getByLabel('Find a column').fill('ro')
      await page.getByLabel('ROAS', { exact: true }).check()
      await button(page, 'Run report').click()
      const result = page.getByRole('table', { name: 'Result' })
      await result.waitFor()
      const heads = await result.getByRole('columnheader').allInnerTexts()
      expect(heads.slice(-2)).toEqual(['Share of clicks', 'ROAS'])
      await result
        .getByRole('cell', { name: /^[\d.]+%$/ })
        .first()
        .waitFor()
      await expectAccessible(page)
    })

    it('puts a report together, shows it as a picture and a table, and writes it into a file', async () => {
      await using tab = await console.open(`/ads/reports?${account}`)
      const { page } = tab
      await page.getByLabel('From').fill('2024-05-01')
      await page.getByLabel('To', { exact: true }).fill('2024-05-31')
      await page.getByText('Choose columns').click()
      await page.getByLabel('Find a column').fill('visits')
      await page.getByLabel('Visits', { exact: true }).check()
      await button(page, 'Remove Cost').click()
      await expectAccessible(page)
      expect(await layoutProblems(page, '.chart')).toEqual([])
      await button(page, 'Run report').click()
      await page.getByRole('img', { name: 'Clicks, May 14, 2024 to May 15, 2024' }).waitFor()
      const result = page.getByRole('table', { name: 'Result' })
      expect(await result.getByRole('columnheader').allInnerTexts()).toEqual([
        'Campaign',
        'Date',
        'Clicks',
        'Impressions',
        'Visits',
      ])
      await page.getByText('Clicks by date').waitFor()
      await page.getByLabel('Chart').selectOption('Impressions')
      await page.getByLabel('One line per campaign').check()
      const legend = page.locator('.chart-legend')
      await legend.getByText('C1').waitFor()
      expect(await legend.getByText('May 14, 2024').count()).toBe(0)
      await page.getByRole('img', { name: /^Impressions, / }).hover({ position: { x: 90, y: 90 } })
      await legend.getByText('May 14, 2024').waitFor()
      await expectAccessible(page, { themes: ['light'] })

      await button(page, 'Add filter').click()
      const filter = page.getByRole('group', { name: 'Filter 1' })
      await filter.getByLabel('Column').selectOption('Campaign')
      await filter.getByLabel('Values').fill('No such campaign')
      await button(page, 'Run report').click()
      await page.getByText('The report is empty').waitFor()
      await button(page, 'Remove filter 1').click()

      await button(page, 'Export to file').click()
      const saving = page.waitForEvent('download')
      await button(page, 'Download').click()
      const text = await savedText(saving)
      expect(text.split('\n')[0]).toBe('campaign,date,clicks,impr,visits')
      await expectAccessible(page, { themes: ['light'] })
      await page
        .getByRole('table', { name: 'Files' })
        .getByRole('button', { name: 'Delete' })
        .click()
      await page.getByText('No files yet.').waitFor()
    })

    it('lists the currency rates that conversions need and that are missing', async () => {
      const conversionTimestamp = String(
        Temporal.Instant.from('2024-05-20T12:00Z').epochMilliseconds,
      )
      const money = { revenueMicros: '1000000', currencyCode: 'JPY', type: 'TRANSACTION' }
      const sale = ofKeyword({ ...money, conversionTimestamp, segmentationName: 'Test' })
      expect((await (await newAdsUser(site)).insert(sale)).status).toBe(200)
      for (const path of [`/ads/reports?${account}`, `/ads/conversions?${account}`]) {
        await using tab = await console.open(path)
        await tab.page.getByText('JPY, May 20, 2024').waitFor()
        await expectAccessible(tab.page)
      }
    })

    it('tells people without any grant how to get one, which an administrator gives', async () => {
      await using other = await openConsole(site, { path: '/ads' })
      await other.page.getByText('You don’t have access to any advertiser yet').waitFor()
      await expectAccessible(other.page)
      const { email } = other.user
      await using tab = await console.open('/admin/users')
      const { page } = tab
      await button(page, `Actions for ${email}`).click()
      await page.getByRole('menuitem', { name: 'Search ads access…' }).click()
      await page.getByText('This user doesn’t have access to any advertiser.').waitFor()
      await page.getByRole('dialog').getByLabel('ID').fill(ids.advertiser)
      await button(page, 'Add access').click()
      await page.getByRole('row', { name: `Advertiser ${ids.advertiser} Read` }).waitFor()
      await expectAccessible(page)
      await other.page.reload()
      await other.page.getByRole('list', { name: 'Key figures' }).waitFor()
      await button(page, `Remove Advertiser ${ids.advertiser}`).click()
      await page.getByText('This user doesn’t have access to any advertiser.').waitFor()
    })
  })
})

const isFocused = (element: { ownerDocument: { activeElement: unknown } }) =>
  element === element.ownerDocument.activeElement

import { afterEach, expect, it, vi } from 'vitest'
import { columnsOf } from '#/services/ads/reports/catalog/catalog.ts'
import { reportTypeNames } from '#/services/ads/reports/catalog/report-types.ts'
import { columnName } from './column-names.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.resetModules()
})

it.each([
  ['campaign', 'Campaign'],
  ['impr', 'Impressions'],
  ['avgCpc', 'Avg. CPC'],
  ['ctr', 'CTR'],
  ['adGroupId', 'Ad group ID'],
  ['adHeadline2', 'Ad headline 2'],
  ['dfaRevenueCrossEnv', 'Floodlight revenue (cross-environment)'],
  ['sitelinkLandingPageUrl', 'Sitelink landing page URL'],
  ['paidAndOrganic', 'Paid and organic'],
  ['constructor', 'Constructor'],
])('the column %s is called %s', (identifier, name) => {
  expect(columnName(identifier)).toBe(name)
})

it('all columns and report types have German names in German', async () => {
  vi.resetModules()
  vi.stubGlobal('navigator', { languages: ['de-DE'] })
  const german = await import('./column-names.ts')
  expect(german.columnName('paidAndOrganic')).toBe('Bezahlt und organisch')
  const { t } = await import('../../texts/ads.ts')
  const names = { ...t.otherColumnNames, ...t.columnNames }
  const identifiers = reportTypeNames.flatMap((type) => [type, ...columnsOf(type).keys()])
  expect(identifiers.filter((one) => !Object.hasOwn(names, one))).toEqual([])
})

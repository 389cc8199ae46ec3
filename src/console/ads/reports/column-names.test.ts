import { afterEach, expect, it, vi } from 'vitest'
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

it('columns and report types have German names in German', async () => {
  vi.resetModules()
  vi.stubGlobal('navigator', { languages: ['de-DE'] })
  const german = await import('./column-names.ts')
  const identifiers = ['campaign', 'date', 'clicks', 'cost', 'paidAndOrganic']
  expect(identifiers.map(german.columnName)).toEqual([
    'Kampagne',
    'Datum',
    'Klicks',
    'Kosten',
    'Bezahlt und organisch',
  ])
})

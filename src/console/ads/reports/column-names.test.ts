import { expect, it } from 'vitest'
import { columnName } from './column-names.ts'

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

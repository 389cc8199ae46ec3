import { expect, it } from 'vitest'
import { missingRates, missingRateText } from './missing-rates.ts'

const use = (currency: string, reportCurrencies: string[], days = [20240501, 20240510]) => ({
  currency,
  firstDay: days[0]!,
  lastDay: days[1]!,
  reportCurrencies,
})

const may = { startDate: '2024-05-01', endDate: '2024-05-10' }

it.each([
  ['nothing where revenue is in the currency of reports', [use('EUR', ['EUR', ''])], {}, []],
  ['nothing for dollars', [use('USD', ['USD'])], {}, []],
  [
    'the currency of reports, where revenue is in dollars',
    [use('USD', ['EUR'])],
    {},
    [{ currency: 'EUR', ...may }],
  ],
  [
    'the currency of revenue, where reports are in dollars',
    [use('JPY', ['USD'])],
    {},
    [{ currency: 'JPY', ...may }],
  ],
  [
    'both currencies where neither has a rate',
    [use('JPY', ['EUR'])],
    {},
    [
      { currency: 'EUR', ...may },
      { currency: 'JPY', ...may },
    ],
  ],
  ['nothing from the first rate on', [use('USD', ['EUR'])], { EUR: 20240501 }, []],
  [
    'the days before the first rate',
    [use('USD', ['EUR'], [20240425, 20240510])],
    { EUR: 20240501 },
    [{ currency: 'EUR', startDate: '2024-04-25', endDate: '2024-04-30' }],
  ],
  [
    'the days of all revenue together',
    [use('USD', ['EUR']), use('GBP', ['EUR'], [20240420, 20240420])],
    { GBP: 20200101 },
    [{ currency: 'EUR', startDate: '2024-04-20', endDate: '2024-05-10' }],
  ],
])('missing rates are %s', (_, uses, rates, missing) => {
  expect(missingRates(uses, new Map(Object.entries(rates)))).toEqual(missing)
})

it('a missing rate is reported with its currency and days', () => {
  expect(missingRateText({ currency: 'EUR', ...may })).toContain(
    'There is no currency rate for EUR from 2024-05-01 to 2024-05-10',
  )
  expect(
    missingRateText({ currency: 'EUR', startDate: '2024-05-01', endDate: '2024-05-01' }),
  ).toContain('for EUR on 2024-05-01:')
})

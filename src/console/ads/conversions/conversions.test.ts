import { expect, it } from 'vitest'
import { type Conversion, type Sorting, sortedConversions, totalsOf } from './conversions.ts'

const rows: readonly Conversion[] = [
  { conversionId: 'order-10', conversionTimestamp: '1000', type: 'ACTION', quantityMillis: '1000' },
  {
    conversionId: 'order-9',
    conversionTimestamp: '900',
    type: 'TRANSACTION',
    quantityMillis: '2500',
    revenueMicros: '12500000',
    currencyCode: 'EUR',
  },
  {
    conversionId: 'order-8',
    conversionTimestamp: '2000',
    type: 'TRANSACTION',
    revenueMicros: '3000000',
    currencyCode: 'USD',
  },
]

it.each<[Sorting, readonly string[]]>([
  [{ by: 'time', isDescending: true }, ['8', '10', '9']],
  [{ by: 'id', isDescending: false }, ['8', '9', '10']],
  [{ by: 'type', isDescending: false }, ['10', '9', '8']],
  [{ by: 'revenue', isDescending: true }, ['9', '8', '10']],
  [{ by: 'quantity', isDescending: false }, ['8', '10', '9']],
])('sorts conversions: %o', (sorting, ids) => {
  const sorted = sortedConversions(rows, sorting)
  expect(sorted.map(({ conversionId }) => conversionId.slice('order-'.length))).toEqual(ids)
})

it('sums revenue by currency', () => {
  expect(totalsOf(rows)).toEqual({
    quantity: 3.5,
    revenue: [
      { currency: 'EUR', amount: 12.5 },
      { currency: 'USD', amount: 3 },
    ],
  })
})

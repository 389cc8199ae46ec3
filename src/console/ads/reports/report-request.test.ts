import { expect, it } from 'vitest'
import { requestOf } from './report-request.ts'

const advertiser = { level: 'advertiser', id: '21', name: 'V', agencyId: '20' } as const
const options = {
  type: 'campaign',
  columns: ['campaign', 'clicks'],
  savedColumns: ['ROAS'],
  filters: [
    { column: 'campaign', operator: 'in', values: 'C1, C2,' },
    { column: '', operator: 'equals', values: 'left out' },
  ],
  start: '2024-05-01',
  end: '2024-05-31',
  currency: 'usd',
  includesRemoved: false,
}

it('asks as the interface expects it, without filters that say nothing', () => {
  expect(requestOf(options, { advertiser })).toMatchObject({
    reportType: 'campaign',
    columns: [{ columnName: 'campaign' }, { columnName: 'clicks' }, { savedColumnName: 'ROAS' }],
    filters: [{ column: { columnName: 'campaign' }, operator: 'in', values: ['C1', 'C2'] }],
    timeRange: { startDate: '2024-05-01', endDate: '2024-05-31' },
    reportScope: { agencyId: '20', advertiserId: '21' },
  })
})

import { expect, it } from 'vitest'
import { template, uploadPreview } from './upload-preview.ts'

it('finds nothing wrong with the template', () => {
  expect(uploadPreview(template)).toMatchObject({
    records: [{ conversionId: 'order-1', type: 'TRANSACTION' }],
    unknownColumns: [],
    missingColumns: [],
  })
})

it('names columns that are unknown or missing', () => {
  const text = 'conversionId,Type,segmentationType\na,ACTION,FLOODLIGHT\n'
  expect(uploadPreview(text)).toMatchObject({
    columns: ['conversionId', 'Type', 'segmentationType'],
    unknownColumns: ['Type'],
    missingColumns: ['conversionTimestamp', 'type'],
  })
  expect(uploadPreview('')).toMatchObject({ columns: [], records: [] })
})

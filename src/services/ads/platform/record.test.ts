import { expect, it } from 'vitest'
import { completeRecord, recordOf } from './record.ts'

const required = { advertiserId: '1', campaignId: '2', keywordId: '3', name: 'tulips' }

const before = {
  values: { adGroupId: '4', newId: '5', status: 'Paused', customerId: '9' },
  attributes: { keywordMaxCpc: '1.50', keywordLabels: 'Spring' },
}

const record = (columns: Record<string, string>, options?: { readonly isWhole: boolean }) =>
  completeRecord('keyword', recordOf('keyword', { ...required, ...columns }, options), before)

it('a column that a record does not have stays as it is', () => {
  const { values, attributes } = record({ keywordMaxCpc: '2' })
  expect(values).toEqual({ ...required, adGroupId: '4', newId: '5', status: 'Paused' })
  expect(attributes).toEqual({ keywordMaxCpc: '2', keywordLabels: 'Spring' })
})

it('an empty cell removes a value, except for the status', () => {
  const { values, attributes } = record({ newId: ' ', keywordLabels: '', status: '' })
  expect(values).toEqual({ ...required, adGroupId: '4', status: 'Paused' })
  expect(attributes).toEqual({ keywordMaxCpc: '1.50' })
})

it('a record that is the whole truth removes what it does not mention', () => {
  const { values, attributes } = record({ keywordMaxCpc: '2' }, { isWhole: true })
  expect(values).toEqual(required)
  expect(attributes).toEqual({ keywordMaxCpc: '2' })
})

it('attributes have one order, so that repeating them is no change', () => {
  const { attributes } = record({ keywordMaxCpc: '1.50' })
  expect(Object.keys(attributes)).toEqual(['keywordLabels', 'keywordMaxCpc'])
})

import { expect, it } from 'vitest'
import { draftOf, wholeDraft } from '../catalogue/draft.ts'
import { packed, unpacked } from './packed-drafts.ts'

it('drafts are the same when they are unpacked', () => {
  const records = [
    { source: 'test', sourceKey: '1', title: 'Été “auk” \\ 吾輩は猫である', isEbook: true },
    { source: 'test', sourceKey: '2', title: 'B', cover: 'https://a.example/b.jpg' },
    { source: 'test', sourceKey: '3', title: 'C', description: '<b>x</b>', ratingsCount: 7 },
  ]
  const drafts = new Map(
    records.map((record) => {
      const whole = wholeDraft(draftOf(record))
      return [whole.id, whole]
    }),
  )
  expect(unpacked(packed(drafts))).toEqual(drafts)
})

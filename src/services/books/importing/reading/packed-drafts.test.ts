import { expect, it } from 'vitest'
import { draftOf, wholeDraft } from '../../catalog/draft.ts'
import { packedBare, packedWhole, unpackedDrafts } from './packed-drafts.ts'

it('drafts are the same after unpacking, whichever thread completed them', () => {
  const drafts = [
    { source: 'test', sourceKey: '1', title: 'Été “auk” \\ 吾輩は猫である', isEbook: true },
    { source: 'test', sourceKey: '2', title: 'B', cover: 'https://a.example/b.jpg' },
    { source: 'test', sourceKey: '3', title: 'C', description: '<b>x</b>', ratingsCount: 7 },
  ].map(draftOf)
  const bare = new Map(drafts.map((draft) => [draft.id, draft]))
  const whole = new Map(drafts.map((draft) => [draft.id, wholeDraft(draft)]))
  expect(unpackedDrafts(packedWhole(bare))).toEqual(whole)
  expect(unpackedDrafts(packedBare(bare))).toEqual(whole)
})

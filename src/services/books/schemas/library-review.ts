import { wireMoment } from '#/contract/moment.ts'
import { integer, kind, object, readOnly, string, type TypeOf } from '#/contract/schema.ts'
import { type Review, reviewLengthMax, type StoredReview } from '../reviewing/review.ts'

export const LibraryReview = object('LibraryReview', {
  kind: kind('almanac#libraryReview'),
  volumeId: readOnly(string({ about: 'The id of the volume.' })),
  rating: integer({ about: 'From 1 to 5 stars; 0 for no rating.', minimum: 0, maximum: 5 }),
  content: string({ about: 'The review as plain text.', lengthMax: reviewLengthMax }),
  readOn: string({ about: 'The day on which the caller finished reading, as `2020-03-01`.' }),
  updated: readOnly(string({ about: 'When the review was last changed.' })),
})

export type LibraryReview = TypeOf<typeof LibraryReview>

export const wireLibraryReview = (
  volumeId: string,
  { rating, content, readOn, updatedAtMs }: Review & Partial<Pick<StoredReview, 'updatedAtMs'>>,
): LibraryReview => ({
  kind: 'almanac#libraryReview',
  volumeId,
  rating,
  content,
  readOn,
  ...(updatedAtMs !== undefined && { updated: wireMoment(updatedAtMs) }),
})

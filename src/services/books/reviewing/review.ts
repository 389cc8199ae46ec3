import { wireMoment } from '#/contract/moment.ts'
import { plainText } from '../domain/plain-text.ts'

/** A user's rating and review of a volume, and the day of reading. */
export interface Review {
  /** 1 to 5 stars; 0 without a rating. */
  readonly rating: number
  /** Plain text; empty without one. */
  readonly content: string
  /** The day as `2020-03-01`; empty if it is not known. */
  readonly readOn: string
}

export interface StoredReview extends Review {
  readonly volumeId: string
  readonly updatedAtMs: number
}

export const reviewLengthMax = 20_000

export const noReview: Review = { rating: 0, content: '', readOn: '' }

export const isEmptyReview = ({ rating, content, readOn }: Review): boolean =>
  rating === 0 && content === '' && readOn === ''

/** The review of an exported library, whose texts are HTML. */
export const importedReview = (row: {
  readonly rating: number | undefined
  readonly content: string | undefined
  readonly readOn: string | undefined
}): Review => ({
  rating: Math.round(row.rating ?? 0),
  content: plainText(row.content ?? '')
    .toWellFormed()
    .replaceAll('\0', '')
    .slice(0, reviewLengthMax)
    .trim(),
  readOn: /^\d{4}-\d\d-\d\d$/.test(row.readOn ?? '') ? row.readOn! : '',
})

/** The first review, completed by what only the second one has. */
export const mergedReview = (first: Review, second: Review): Review => ({
  rating: first.rating || second.rating,
  content: first.content || second.content,
  readOn: first.readOn || second.readOn,
})

const ratingNames = ['NOT_RATED', 'ONE', 'TWO', 'THREE', 'FOUR', 'FIVE'] as const

/** A review as part of a volume. Its date is the day of reading, or else that of the last change. */
export const wireReview = (review: StoredReview) => ({
  kind: 'books#review',
  volumeId: review.volumeId,
  type: 'GOOGLE_USER',
  rating: ratingNames[review.rating]!,
  ...(review.content !== '' && { content: review.content }),
  date: review.readOn || wireMoment(review.updatedAtMs).slice(0, 10),
})

import { limitExceeded } from '#/kernel/errors.ts'
import type { Transaction } from '#/storage/port.ts'
import { reviewed } from '../domain/predefined-shelves.ts'
import { type Shelf, shelfWithCount } from '../domain/shelf.ts'
import { isInReach } from '../domain/shelf-order.ts'
import { volumeNotFound } from '../errors.ts'
import type { BooksDependencies } from '../operation.ts'
import { makeRoom } from '../shelf-moving.ts'
import { shelfNotFound } from '../shelving.ts'
import type { ReviewName } from '../store/reviews.ts'
import { isEmptyReview, mergedReview, noReview, type Review, type StoredReview } from './review.ts'

export type ReviewingContext = Pick<
  BooksDependencies,
  'shelves' | 'contents' | 'reviews' | 'clock' | 'shelfVolumesMax'
>

/** Replaces the review of a user. The shelf of reviewed volumes follows; an empty review is deleted. */
export async function putReview(
  context: ReviewingContext,
  tx: Transaction,
  { userId, volumeId, ...review }: ReviewName & Review,
): Promise<StoredReview> {
  const { shelves, contents, reviews, clock } = context
  const shelf = await shelves.lock(tx, { userId, id: reviewed })
  if (shelf === undefined) throw shelfNotFound()
  if ((await contents.kindOf(tx, volumeId)) === undefined) throw volumeNotFound()
  const updatedAtMs = clock.nowMs()
  const stored = { volumeId, ...review, updatedAtMs }
  if (isEmptyReview(review)) {
    await reviews.remove(tx, { userId, volumeId })
    const removed = await contents.remove(tx, shelf, volumeId)
    if (removed === 'present') {
      await shelves.recount(tx, shelfWithCount(shelf, updatedAtMs, shelf.volumeCount - 1))
    }
  } else {
    await reviews.put(tx, { userId, ...stored })
    await addToReviewed(context, tx, shelf, volumeId)
  }
  return stored
}

/** Adds the review of an exported library. Existing parts of the user's review are kept. */
export async function importReview(
  context: ReviewingContext,
  tx: Transaction,
  { userId, volumeId, ...review }: ReviewName & Review,
): Promise<void> {
  const before = (await context.reviews.find(tx, { userId, volumeId })) ?? noReview
  const { rating, content, readOn } = mergedReview(before, review)
  const isSame = rating === before.rating && content === before.content && readOn === before.readOn
  if (!isSame) await putReview(context, tx, { userId, volumeId, rating, content, readOn })
}

async function addToReviewed(
  { shelves, contents, clock, shelfVolumesMax }: ReviewingContext,
  tx: Transaction,
  shelf: Shelf,
  volumeId: string,
): Promise<void> {
  const nowMs = clock.nowMs()
  const position = await contents.append(tx, shelf, { volumeId, addedAtMs: nowMs })
  if (position === undefined) return
  if (shelf.volumeCount >= shelfVolumesMax) {
    throw limitExceeded(`A user can review at most ${shelfVolumesMax} volumes.`)
  }
  if (!isInReach(position)) await makeRoom({ contents, tx, shelf }, volumeId, shelf.volumeCount)
  await shelves.recount(tx, shelfWithCount(shelf, nowMs, shelf.volumeCount + 1))
}

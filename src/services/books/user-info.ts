import { wireMoment } from '#/contract/moment.ts'
import type { Reader } from '#/storage/port.ts'
import type { BooksDependencies } from './operation.ts'
import type { UserInfo } from './presentation.ts'
import { wireReview } from './reviewing/review.ts'

/** A user's relation to a volume. */
export async function userInfoOf(
  dependencies: Pick<BooksDependencies, 'contents' | 'reviews'>,
  reader: Reader,
  { userId }: { userId: string },
  volumeId: string,
): Promise<UserInfo> {
  return (await userInfosOf(dependencies, reader, { userId, volumeIds: [volumeId] }))(volumeId)
}

/** A user's relations to volumes, by id. */
export async function userInfosOf(
  { contents, reviews }: Pick<BooksDependencies, 'contents' | 'reviews'>,
  reader: Reader,
  { userId, volumeIds }: { userId: string; volumeIds: readonly string[] },
): Promise<(volumeId: string) => UserInfo> {
  const shelvedAt = await contents.shelvedAt(reader, userId, volumeIds)
  // Reviewed volumes are on a shelf, so that most lists need no second statement.
  const reviewOf = await reviews.findAll(reader, userId, [...shelvedAt.keys()])
  return (volumeId) => {
    const atMs = shelvedAt.get(volumeId)
    if (atMs === undefined) return { isInMyBooks: false }
    const review = reviewOf.get(volumeId)
    return {
      isInMyBooks: true,
      updated: wireMoment(Math.max(atMs, review?.updatedAtMs ?? 0)),
      ...(review !== undefined && { review: wireReview(review) }),
    }
  }
}

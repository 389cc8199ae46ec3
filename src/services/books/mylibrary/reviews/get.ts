import { almanacApi } from '#/contract/almanac-api.ts'
import { isVolumeId } from '../../domain/volume-id.ts'
import { volumeNotFound } from '../../errors.ts'
import { operation } from '../../operation.ts'
import { noReview } from '../../reviewing/review.ts'
import { LibraryReview, wireLibraryReview } from '../../schemas/library-review.ts'
import { volumeIdParam } from '../bookshelves/params.ts'

export const get = operation(
  {
    id: 'books.mylibrary.reviews.get',
    api: almanacApi,
    http: 'GET /users/me/library/reviews/{volumeId}',
    summary: "Returns the caller's rating and review of a volume, which can be empty.",
    params: { volumeId: volumeIdParam },
    reply: LibraryReview,
  },
  async ({ params: { volumeId }, caller: { userId }, database, volumes, reviews }) => {
    if (!isVolumeId(volumeId) || !(await volumes.exists(database, volumeId))) throw volumeNotFound()
    const review = (await reviews.find(database, { userId, volumeId })) ?? noReview
    return wireLibraryReview(volumeId, review)
  },
)

import { almanacApi } from '#/contract/almanac-api.ts'
import { invalidField } from '#/kernel/errors.ts'
import { isVolumeId } from '../../domain/volume-id.ts'
import { volumeNotFound } from '../../errors.ts'
import { operation } from '../../operation.ts'
import { putReview } from '../../reviewing/put-review.ts'
import { LibraryReview, wireLibraryReview } from '../../schemas/library-review.ts'
import { volumeIdParam } from '../bookshelves/params.ts'

export const update = operation(
  {
    id: 'books.mylibrary.reviews.update',
    api: almanacApi,
    http: 'PUT /users/me/library/reviews/{volumeId}',
    summary: "Replaces the caller's rating and review of a volume. An empty review is deleted.",
    params: { volumeId: volumeIdParam },
    body: LibraryReview,
    reply: LibraryReview,
  },
  async ({ params: { volumeId }, body, caller: { userId }, ...context }) => {
    if (!isVolumeId(volumeId)) throw volumeNotFound()
    const { rating = 0, content = '', readOn = '' } = body
    const review = { rating, content: content.trim(), readOn: dayIn(readOn) }
    const stored = await context.database.transaction((tx) =>
      putReview(context, tx, { userId, volumeId, ...review }),
    )
    return wireLibraryReview(volumeId, stored)
  },
)

function dayIn(text: string): string {
  if (text === '') return text
  const isDay = /^\d{4}-\d\d-\d\d$/.test(text)
  try {
    if (isDay) return Temporal.PlainDate.from(text).toString()
  } catch {
    // The month has no such day.
  }
  throw invalidField('Invalid readOn: use a date such as 2020-03-01.')
}

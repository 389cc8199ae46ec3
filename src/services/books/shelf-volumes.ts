import { Stored } from '#/contract/operation.ts'
import type { BooksGiven } from './operation.ts'
import { presentedVolume } from './presentation.ts'
import { projectionOf } from './projection.ts'
import type { Volumes } from './schemas/volumes.ts'
import { userInfosOf } from './user-info.ts'

/** Some of the volumes of a shelf, in their order, as an answer. */
export async function shelfVolumes(
  given: Pick<
    BooksGiven,
    'database' | 'volumes' | 'contents' | 'covers' | 'origin' | 'countryFor' | 'user'
  >,
  { volumeIds, totalItems }: { volumeIds: readonly string[]; totalItems: number },
  params: { readonly projection?: string | undefined; readonly country?: string | undefined },
): Promise<Stored<Volumes>> {
  const { database, volumes, covers, user } = given
  const rows = await volumes.findAll(database, volumeIds)
  const isShown = user !== undefined && rows.length > 0
  const infoOf = isShown
    ? await userInfosOf(given, database, { userId: user.userId, volumeIds })
    : () => undefined
  const view = {
    of: 'shelf',
    projection: projectionOf(params.projection),
    country: given.countryFor(params.country),
    origin: given.origin(),
    covers,
  } as const
  const items = rows.map((row) => presentedVolume(row, { ...view, userInfo: infoOf(row.id) }).json)
  const list = items.length === 0 ? '' : `,"items":[${items.join(',')}]`
  return new Stored(`{"kind":"books#volumes","totalItems":${totalItems}${list}}`)
}

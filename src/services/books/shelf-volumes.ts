import { setImmediate as turn } from 'node:timers/promises'
import { Stored } from '#/contract/answer.ts'
import type { BooksContext } from './operation.ts'
import { presentedVolume, type VolumeView } from './presentation.ts'
import { projectionOf } from './projection.ts'
import type { Volumes } from './schemas/volumes.ts'
import { userInfosOf } from './user-info.ts'

type Context = Pick<
  BooksContext,
  | 'database'
  | 'volumes'
  | 'contents'
  | 'reviews'
  | 'covers'
  | 'origin'
  | 'api'
  | 'countryFor'
  | 'user'
>

// The number of volumes rendered before other work gets a turn.
const volumesPerTurn = 40

/** The response with a page of the volumes on a shelf. */
export async function shelfVolumes(
  context: Context,
  { volumeIds, totalItems }: { volumeIds: readonly string[]; totalItems: number },
  params: { readonly projection?: string | undefined; readonly country?: string | undefined },
): Promise<Stored<Volumes>> {
  const view: VolumeView = {
    of: 'shelf',
    projection: projectionOf(params.projection),
    country: context.countryFor(params.country),
    origin: context.origin(),
    api: context.api(),
    covers: context.covers,
  }
  const items: string[] = []
  for (let first = 0; first < volumeIds.length; first += volumesPerTurn) {
    if (first > 0) await turn()
    items.push(
      ...(await presentedVolumes(context, volumeIds.slice(first, first + volumesPerTurn), view)),
    )
  }
  const list = items.length === 0 ? '' : `,"items":[${items.join(',')}]`
  return new Stored(`{"kind":"books#volumes","totalItems":${totalItems}${list}}`)
}

async function presentedVolumes(
  context: Context,
  volumeIds: readonly string[],
  view: VolumeView,
): Promise<string[]> {
  const { database, volumes, user } = context
  const rows = await volumes.findAll(database, volumeIds)
  const infoOf = user && (await userInfosOf(context, database, { userId: user.userId, volumeIds }))
  return rows.map((row) => presentedVolume(row, { ...view, userInfo: infoOf?.(row.id) }).json)
}

import { operation } from '../../operation.ts'
import { projectionParam } from '../../projection.ts'
import { Volumes } from '../../schemas/volumes.ts'
import { shelfVolumes } from '../../shelf-volumes.ts'
import { pageParams, shelfParam, sourceParam, userIdParam, volumesPerPage } from '../params.ts'
import { requiredShelfId, requirePublic } from '../public-shelf.ts'

const volumesPerPageMax = 40

export const list = operation(
  {
    id: 'books.bookshelves.volumes.list',
    http: 'GET /users/{userId}/bookshelves/{shelf}/volumes',
    summary: 'Lists the volumes on a public shelf of a user.',
    params: {
      userId: userIdParam,
      shelf: shelfParam,
      ...pageParams(volumesPerPageMax),
      projection: projectionParam,
      source: sourceParam,
    },
    reply: Volumes,
    credential: 'none',
  },
  async ({ params, contents, ...context }) => {
    const { userId, startIndex = 0, maxResults: count = volumesPerPage } = params
    const id = requiredShelfId(params.shelf)
    const page = await contents.page(context.database, { userId, id }, { startIndex, count })
    const { volumeCount: totalItems } = requirePublic(page?.shelf)
    const volumeIds = page?.volumeIds ?? []
    return shelfVolumes({ ...context, contents }, { volumeIds, totalItems }, params)
  },
)

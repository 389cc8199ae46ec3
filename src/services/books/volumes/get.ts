import { Stored } from '#/contract/answer.ts'
import { boolean, optional, string } from '#/contract/schema.ts'
import { isVolumeId } from '../domain/volume-id.ts'
import { volumeNotFound } from '../errors.ts'
import { operation } from '../operation.ts'
import { presentedVolume } from '../presentation.ts'
import { projectionOf, projectionParam } from '../projection.ts'
import { Volume } from '../schemas/volume.ts'
import { userInfoOf } from '../user-info.ts'

export const get = operation(
  {
    id: 'books.volumes.get',
    http: 'GET /volumes/{volumeId}',
    summary: 'Returns a volume.',
    params: {
      volumeId: string({ about: 'The id of the volume.', mayHoldNul: true }),
      country: optional(string({ about: 'The country that the answer is for, ISO 3166-1.' })),
      includeNonComicsSeries: optional(
        boolean({ about: 'Accepted and ignored: series are always included.' }),
      ),
      partner: optional(string({ about: 'Accepted and ignored.' })),
      projection: projectionParam,
      source: optional(string({ about: 'Accepted and ignored.' })),
      user_library_consistent_read: optional(
        boolean({ about: 'Accepted and ignored: it always applies.' }),
      ),
    },
    reply: Volume,
    credential: 'none',
  },
  async ({ params, user, ...context }) => {
    const { database, volumes, covers, origin, api, countryFor, recentViews } = context
    const { volumeId, projection, country } = params
    const row = isVolumeId(volumeId) ? await volumes.find(database, volumeId) : undefined
    if (row === undefined) throw volumeNotFound()
    const userInfo = user && (await userInfoOf(context, database, user, volumeId))
    if (user !== undefined) recentViews.note(user.userId, volumeId)
    const { json, etag } = presentedVolume(row, {
      of: 'get',
      projection: projectionOf(projection),
      country: countryFor(country),
      origin: origin(),
      api: api(),
      covers,
      userInfo,
    })
    return new Stored<Volume>(json, etag)
  },
)

import { wireMoment } from '#/contract/moment.ts'
import type { Reader } from '#/storage/port.ts'
import type { BooksDependencies } from './operation.ts'
import type { UserInfo } from './presentation.ts'

/** What one volume is to a user. */
export async function userInfoOf(
  parts: Pick<BooksDependencies, 'contents'>,
  reader: Reader,
  { userId }: { userId: string },
  volumeId: string,
): Promise<UserInfo> {
  return (await userInfosOf(parts, reader, { userId, volumeIds: [volumeId] }))(volumeId)
}

/** What volumes are to a user, each by its id. */
export async function userInfosOf(
  { contents }: Pick<BooksDependencies, 'contents'>,
  reader: Reader,
  { userId, volumeIds }: { userId: string; volumeIds: readonly string[] },
): Promise<(volumeId: string) => UserInfo> {
  const shelvedAt = await contents.shelvedAt(reader, userId, volumeIds)
  return (volumeId) => {
    const atMs = shelvedAt.get(volumeId)
    return atMs === undefined
      ? { isInMyBooks: false }
      : { isInMyBooks: true, updated: wireMoment(atMs) }
  }
}

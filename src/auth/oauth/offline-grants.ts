import type { Clock } from '#/kernel/clock.ts'
import type { Database } from '#/storage/port.ts'
import { hashOf } from '../secrets.ts'
import { findArtifact, putArtifact } from './artifacts.ts'

const model = 'OfflineGrant'

/** Notes that the client may go on while the user is away, which decides about refresh tokens. */
export async function noteOfflineGrant(
  { database }: { database: Database; clock: Clock },
  grant: { grantId: string; accountId: string; clientId: string },
): Promise<void> {
  await database.transaction((tx) =>
    putArtifact(tx, {
      model,
      idHash: hashOf(grant.grantId),
      payload: '{}',
      ...grant,
      uid: null,
      userCodeHash: null,
      expiresAt: null,
    }),
  )
}

export const isOfflineGrant = async (database: Database, grantId: string): Promise<boolean> =>
  (await findArtifact(database, { model, idHash: hashOf(grantId) })) !== undefined

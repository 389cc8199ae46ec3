import type { Clock } from '#/kernel/clock.ts'
import type { Database } from '#/storage/port.ts'
import { type Mode, originIn } from '../credentials/credential-origin.ts'
import { hashOf } from '../credentials/secrets.ts'
import {
  consumeArtifact,
  findArtifact,
  putArtifact,
  removeArtifact,
} from './artifacts/artifacts.ts'

const model = 'OfflineGrant'
const keyOf = (grantId: string) => ({ model, idHash: hashOf(grantId) })

/** Records that the client gets a refresh token with its next code. */
export async function noteOfflineGrant(
  { database, mode }: { database: Database; mode: Mode },
  grant: { grantId: string; accountId: string; clientId: string },
): Promise<void> {
  const key = keyOf(grant.grantId)
  const artifact = {
    ...key,
    ...grant,
    payload: '{}',
    uid: null,
    userCodeHash: null,
    expiresAt: null,
    origin: originIn(mode),
  }
  await database.transaction(async (tx) => {
    await removeArtifact(tx, key)
    await putArtifact(tx, artifact)
  })
}

export const isOfflineGrant = async (database: Database, grantId: string): Promise<boolean> =>
  (await findArtifact(database, keyOf(grantId))) !== undefined

/** Whether to issue a refresh token. True once per record. */
export async function takeOfflineGrant(
  { database, clock }: { database: Database; clock: Clock },
  grantId: string,
): Promise<boolean> {
  const consumed = { ...keyOf(grantId), consumedAt: clock.nowMs() }
  return (await database.transaction((tx) => consumeArtifact(tx, consumed))) > 0
}

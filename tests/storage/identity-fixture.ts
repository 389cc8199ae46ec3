import { Directory, type UserRecord } from '#/auth/directory.ts'
import { Domains } from '#/auth/domains.ts'
import { Groups } from '#/auth/groups.ts'
import { SignIn } from '#/auth/sign-in.ts'
import { Tokens } from '#/auth/tokens.ts'
import { seededRandomBytes } from '#/kernel/randomness.ts'
import type { Database } from '#/storage/port.ts'
import { statement } from '#/storage/statement.ts'
import { TestClock } from './jobs-fixture.ts'

export const goodPassword = 'correct horse battery'

/** Everything of identity on one database, with a clock that stands still. */
export function identityOn(database: Database, clock = new TestClock()) {
  const randomBytes = seededRandomBytes('identity')
  const parts = { database, clock, randomBytes }
  const directory = new Directory({ ...parts, provisioners: [] })
  return {
    clock,
    directory,
    groups: new Groups({ ...parts, provisioners: [] }),
    domains: new Domains(parts),
    tokens: new Tokens(clock, randomBytes),
    signIn: new SignIn({ database, clock, directory }),
  }
}

/** Something that the OAuth provider keeps for a user. */
export const addArtifact = (
  database: Database,
  user: UserRecord,
  artifact: { model: string; idHash: string; grantId?: string; payload?: object },
) =>
  database.transaction((tx) =>
    tx.run(add, {
      model: artifact.model,
      idHash: artifact.idHash,
      payload: JSON.stringify(artifact.payload ?? {}),
      grantId: artifact.grantId ?? null,
      accountId: user.id,
      clientId: 'app',
    }),
  )

const add = statement<{
  model: string
  idHash: string
  payload: string
  grantId: string | null
  accountId: string
  clientId: string
}>(
  `insert into oauth_artifacts (model, id_hash, payload, grant_id, account_id, client_id)
   values (:model, :idHash, :payload, :grantId, :accountId, :clientId)`,
)

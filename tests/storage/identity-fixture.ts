import { Tokens } from '#/auth/credentials/tokens.ts'
import { Directory, type UserRecord } from '#/auth/directory/directory.ts'
import { Domains } from '#/auth/directory/domains.ts'
import { Groups } from '#/auth/directory/groups.ts'
import { SignIn } from '#/auth/sign-in/sign-in.ts'
import { oauthArtifacts } from '#/auth/tables.ts'
import { seededRandomBytes } from '#/kernel/randomness.ts'
import type { Database } from '#/storage/port.ts'
import { insertInto, sql } from '#/storage/sql/sql.ts'
import { command } from '#/storage/sql/statement.ts'
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

const add = command<{
  model: string
  idHash: string
  payload: string
  grantId: string | null
  accountId: string
  clientId: string
}>(({ model, idHash, payload, grantId, accountId, clientId }) =>
  insertInto(oauthArtifacts, {
    model,
    id_hash: idHash,
    payload,
    grant_id: grantId,
    account_id: accountId,
    client_id: clientId,
    origin: sql`'dev'`,
  }),
)

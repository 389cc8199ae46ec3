import { invalidField } from '#/kernel/errors.ts'
import type { Database, Reader } from '#/storage/port.ts'
import { insertInto, sql } from '#/storage/sql/sql.ts'
import { command, query } from '#/storage/sql/statement.ts'
import { type TokenFollower, tellFollowers, tokensChanged } from '../credentials/tokens.ts'
import { accessTokens, delegations } from '../tables.ts'

interface DelegationsContext {
  readonly database: Database
  readonly knownScopes: readonly string[]
  readonly provisioners: readonly TokenFollower[]
}

/** Domain-wide delegation: the scopes that a service account may use for any user. */
export class Delegations {
  readonly #context: DelegationsContext

  constructor(context: DelegationsContext) {
    this.#context = context
  }

  async allow(serviceAccountId: string, scopes: readonly string[]): Promise<void> {
    const { database, knownScopes } = this.#context
    const unknown = scopes.find((scope) => !knownScopes.includes(scope))
    if (unknown !== undefined) throw invalidField(`${unknown} is not a scope of this server.`)
    await database.transaction(async (tx) => {
      for (const scope of scopes) await tx.run(addScope, { serviceAccountId, scope })
    })
  }

  /** Also revokes the tokens of the account for other users, which may have these scopes. */
  disallow(serviceAccountId: string, scopes: readonly string[]): Promise<void> {
    const { database, provisioners } = this.#context
    return database.transaction(async (tx) => {
      for (const scope of scopes) await tx.run(removeScope, { serviceAccountId, scope })
      const ended = await tx.all(removeTokensForOthers, { serviceAccountId })
      await tx.notify(tokensChanged)
      for (const token of ended) await tellFollowers(provisioners, tx, token)
    })
  }

  delegatedScopes(serviceAccountId: string): Promise<string[]> {
    return delegatedScopes(this.#context.database, serviceAccountId)
  }
}

export async function delegatedScopes(reader: Reader, serviceAccountId: string): Promise<string[]> {
  return (await reader.all(listScopes, { serviceAccountId })).map(({ scope }) => scope)
}

const addScope = command<{ serviceAccountId: string; scope: string }>(
  ({ serviceAccountId, scope }) =>
    insertInto(
      delegations,
      { service_account_id: serviceAccountId, scope },
      sql`on conflict (service_account_id, scope) do nothing`,
    ),
)

const removeScope = command<{ serviceAccountId: string; scope: string }>(
  ({ serviceAccountId, scope }) =>
    sql`delete from ${delegations} where service_account_id = ${serviceAccountId} and scope = ${scope}`,
)

const listScopes = query<{ serviceAccountId: string }, { scope: string }>(
  ({ serviceAccountId }) =>
    sql`select scope from ${delegations} where service_account_id = ${serviceAccountId} order by scope`,
)

const removeTokensForOthers = command<{ serviceAccountId: string }, { hash: string }>(
  ({ serviceAccountId }) => sql`delete from ${accessTokens}
   where client_id = ${serviceAccountId} and user_id <> ${serviceAccountId} returning hash`,
)

import type { Clock } from '#/kernel/clock.ts'
import { duplicate, invalid, limitExceeded } from '#/kernel/errors.ts'
import type { Seal } from '#/kernel/seal.ts'
import type { Database, Reader, Transaction } from '#/storage/port.ts'
import { insertInto, rowOf, sql } from '#/storage/sql/sql.ts'
import { command, none, query } from '#/storage/sql/statement.ts'
import { findGroups } from '../directory/groups-members.ts'
import { identityProviders } from '../tables.ts'
import {
  type AddressFault,
  acceptableProvider,
  acceptableSecret,
  isProviderId,
  type ProviderDraft,
  type ProviderPolicy,
  providerLimits,
} from './provider-rules.ts'

/** Another server that people can sign in with, without its client secret. */
export interface IdentityProvider extends ProviderDraft {
  readonly hasClientSecret: boolean
  readonly createdAtMs: number
}

interface IdentityProvidersContext {
  readonly database: Database
  readonly clock: Clock
  /** Encrypts client secrets; created on first use. */
  readonly seal: () => Promise<Seal>
  readonly addressFault: AddressFault
}

/** A partial update; a `clientSecret` of null makes the client public. */
type ProviderChange = Partial<Omit<ProviderDraft, 'id'>> & {
  readonly clientSecret?: string | null | undefined
}

/** The identity providers that people can sign in with. */
export class IdentityProviders {
  readonly #context: IdentityProvidersContext

  constructor(context: IdentityProvidersContext) {
    this.#context = context
  }

  async find(
    id: string,
    reader: Reader = this.#context.database,
  ): Promise<IdentityProvider | undefined> {
    if (!isProviderId(id)) return undefined
    const row = await reader.first(find, { id })
    return row && recordOf(row)
  }

  /** All providers, ordered by id. */
  async list(): Promise<IdentityProvider[]> {
    return (await this.#context.database.all(list, none)).map(recordOf)
  }

  async create(
    draft: ProviderDraft,
    clientSecret: string | null = null,
  ): Promise<IdentityProvider> {
    const { database, clock, addressFault } = this.#context
    const provider = acceptableProvider(draft, addressFault)
    const sealed = await this.#sealedSecret(clientSecret)
    const { providersMax } = providerLimits
    return database.transaction(async (tx) => {
      await requireGroups(tx, provider)
      const row = { ...providerRow(provider, sealed), createdAtMs: clock.nowMs() }
      if ((await tx.run(add, row)) === 0) throw duplicate('An identity provider with this id')
      const providerCount = await tx.first(count, none)
      if ((providerCount?.count ?? 0) > providersMax) {
        throw limitExceeded(`A server has at most ${providersMax} identity providers.`)
      }
      return recordOf(row)
    })
  }

  /** Updates a provider; undefined if it does not exist. */
  async change(
    id: string,
    { clientSecret, ...change }: ProviderChange,
  ): Promise<IdentityProvider | undefined> {
    const { database, addressFault } = this.#context
    const sealed = await this.#sealedSecret(clientSecret ?? null)
    const changed = await database.transaction(async (tx) => {
      const row = await tx.first(lock, { id })
      if (row === undefined) return false
      if (change.issuer !== undefined && change.issuer !== row.issuer) {
        // Subjects are unique per issuer only.
        throw invalid('issuer', 'The issuer cannot change. Create another provider for it.')
      }
      const provider = acceptableProvider({ ...recordOf(row), ...change }, addressFault)
      if (change.groupMapping !== undefined) await requireGroups(tx, provider)
      const secret = clientSecret === undefined ? row.clientSecret : sealed
      const next = { ...providerRow(provider, secret), createdAtMs: row.createdAtMs }
      await tx.run(put, next)
      return recordOf(next)
    })
    return changed === false ? undefined : changed
  }

  /** Removes a provider and the identities of users there; false if it does not exist. */
  remove(id: string): Promise<boolean> {
    return this.#context.database.transaction(async (tx) => (await tx.run(remove, { id })) > 0)
  }

  /** The secret in plain text: null for a public client, undefined if it cannot be decrypted. */
  async clientSecretOf(id: string): Promise<string | null | undefined> {
    const row = await this.#context.database.first(find, { id })
    const stored = row?.clientSecret ?? null
    return stored === null ? null : (await this.#context.seal()).open(stored)
  }

  async #sealedSecret(clientSecret: string | null): Promise<string | null> {
    if (clientSecret === null) return null
    const secret = acceptableSecret(clientSecret)
    return (await this.#context.seal()).seal(secret)
  }
}

async function requireGroups(tx: Transaction, { groupMapping }: ProviderPolicy): Promise<void> {
  const groups = [...new Set(groupMapping.map(({ group }) => group))]
  if (groups.length === 0) return
  const found = new Set((await findGroups(tx, groups)).map(({ email }) => email))
  const index = groupMapping.findIndex(({ group }) => !found.has(group))
  if (index < 0) return
  throw invalid(
    `groupMapping[${index}].group`,
    `There is no group ${groupMapping[index]!.group}. Create it first.`,
  )
}

interface ProviderRow {
  readonly id: string
  readonly name: string
  readonly issuer: string
  readonly clientId: string
  /** Sealed. */
  readonly clientSecret: string | null
  /** The rest, as JSON. */
  readonly policy: string
  readonly isEnabled: number
  readonly createdAtMs: number
}

const providerRow = (
  provider: ProviderDraft,
  clientSecret: string | null,
): Omit<ProviderRow, 'createdAtMs'> => {
  const { id, name, issuer, clientId, isEnabled } = provider
  const policy = JSON.stringify(policyOf(provider))
  return { id, name, issuer, clientId, clientSecret, policy, isEnabled: isEnabled ? 1 : 0 }
}

const policyOf = (provider: ProviderPolicy): ProviderPolicy => ({
  scopes: provider.scopes,
  emailDomains: provider.emailDomains,
  createUsers: provider.createUsers,
  linkByEmail: provider.linkByEmail,
  groupClaim: provider.groupClaim,
  groupMapping: provider.groupMapping,
  trustAmr: provider.trustAmr,
})

const recordOf = ({ clientSecret, policy, isEnabled, ...row }: ProviderRow): IdentityProvider => ({
  ...row,
  ...(JSON.parse(policy) as ProviderPolicy),
  hasClientSecret: clientSecret !== null,
  isEnabled: isEnabled === 1,
})

const columns = sql`id, name, issuer, client_id as "clientId", client_secret as "clientSecret",
  policy, is_enabled as "isEnabled", created_at as "createdAtMs"`

const find = query<{ id: string }, ProviderRow>(
  ({ id }) => sql`select ${columns} from ${identityProviders} where id = ${id}`,
)

const lock = query<{ id: string }, ProviderRow>(
  ({ id }, { forUpdate }) =>
    sql`select ${columns} from ${identityProviders} where id = ${id} ${forUpdate}`,
)

const list = query<typeof none, ProviderRow>(
  () => sql`select ${columns} from ${identityProviders} order by id`,
)

const count = query<typeof none, { count: number }>(
  () => sql`select count(*) as count from ${identityProviders}`,
)

const add = command<ProviderRow>((args) =>
  insertInto(
    identityProviders,
    rowOf(identityProviders, args, { created_at: args.createdAtMs }),
    sql`on conflict (id) do nothing`,
  ),
)

const put = command<ProviderRow>(
  (args) => sql`
    update ${identityProviders} set name = ${args.name}, issuer = ${args.issuer}, client_id = ${args.clientId},
     client_secret = ${args.clientSecret}, policy = ${args.policy}, is_enabled = ${args.isEnabled},
     created_at = ${args.createdAtMs}
   where id = ${args.id}`,
)

const remove = command<{ id: string }>(
  ({ id }) => sql`delete from ${identityProviders} where id = ${id}`,
)

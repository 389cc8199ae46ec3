import { holdsNul } from '#/contract/decoding/decode-text.ts'
import type { Clock } from '#/kernel/clock.ts'
import { duplicate, invalidField } from '#/kernel/errors.ts'
import { base32hex, base64url } from '#/kernel/identifiers.ts'
import type { RandomBytes } from '#/kernel/randomness.ts'
import type { Database } from '#/storage/port.ts'
import { insertInto, rowOf, sql } from '#/storage/sql/sql.ts'
import { command, none, query } from '#/storage/sql/statement.ts'
import { hashOf } from '../credentials/secrets.ts'
import { type TokenFollower, tellFollowers, tokensChanged } from '../credentials/tokens.ts'
import { accessTokens, oauthArtifacts, oauthClients, users } from '../tables.ts'
import { type ClientKind, checkedRedirectUris } from './oauth-clients-redirects.ts'

export interface OAuthClient {
  readonly id: string
  /** Null for a public client. */
  readonly secretHash: string | null
  readonly name: string
  readonly kind: ClientKind
  readonly redirectUris: readonly string[]
  readonly createdAtMs: number
}

interface NewOAuthClient {
  readonly name: string
  readonly kind: ClientKind
  readonly redirectUris: readonly string[]
  /** The user who created it, if any. */
  readonly ownerId?: string | undefined
  /** Generated unless given. */
  readonly id?: string | undefined
  /** Whether the client registered itself, which its id shows. */
  readonly isSelfRegistered?: boolean
  /** Generated unless given. */
  readonly secret?: string | undefined
}

interface OAuthClientsContext {
  readonly database: Database
  readonly clock: Clock
  readonly randomBytes: RandomBytes
  readonly mode: 'dev' | 'production'
  readonly provisioners: readonly TokenFollower[]
}

const nameCharsMax = 200
const idForm = /^[\w.-]{1,200}$/

/** The OAuth clients of this server. */
export class OAuthClients {
  readonly #context: OAuthClientsContext

  constructor(context: OAuthClientsContext) {
    this.#context = context
  }

  /** Creates a client. Its secret is returned once and not stored. */
  async create(draft: NewOAuthClient): Promise<{ client: OAuthClient; secret: string }> {
    const { secret = `almsec_${base64url(24, this.#context.randomBytes)}` } = draft
    return { client: await this.#add(draft, hashOf(secret)), secret }
  }

  /** Creates a public client, such as one that runs in a browser. */
  createPublic(draft: NewOAuthClient): Promise<OAuthClient> {
    return this.#add(draft, null)
  }

  async #add(draft: NewOAuthClient, secretHash: string | null): Promise<OAuthClient> {
    const { database, clock, randomBytes, mode } = this.#context
    const domain = draft.isSelfRegistered ? registeredDomain : clientDomain
    const { kind, ownerId, id = newClientId(randomBytes, domain) } = draft
    if (!idForm.test(id)) {
      throw invalidField('A client id has letters, digits, dots, dashes and underscores.')
    }
    const name = draft.name.trim()
    if (name === '' || name.length > nameCharsMax) {
      throw invalidField(`The name of a client has from 1 to ${nameCharsMax} characters.`)
    }
    const redirectUris = checkedRedirectUris(draft.redirectUris, { kind, mode })
    const createdAtMs = clock.nowMs()
    const client = { id, secretHash, name, kind, createdAtMs }
    const row = {
      ...client,
      redirectUris: JSON.stringify(redirectUris),
      ownerId: ownerId ?? null,
    }
    const added = await database.transaction((tx) => tx.run(addClient, row))
    if (added === 0) throw duplicate('A client with this id')
    return { ...client, redirectUris }
  }

  async find(id: string): Promise<OAuthClient | undefined> {
    if (holdsNul(id)) return undefined
    const row = await this.#context.database.first(findClient, { id })
    return row && clientOf(row)
  }

  async list(): Promise<OAuthClient[]> {
    const rows = await this.#context.database.all(listClients, none)
    return rows.filter(({ id }) => id !== temporaryClientId).map(clientOf)
  }

  /**
   * Deletes clients that registered themselves in a time range and were never used to sign in. Returns how
   * many.
   */
  removeUnused(created: { readonly afterMs: number; readonly beforeMs: number }): Promise<number> {
    return this.#context.database.transaction(async (tx) => {
      const registered = await tx.all(listRegistered, created)
      if (registered.length === 0) return 0
      const usedIds = [
        ...(await tx.all(listWithTokens, none)),
        ...(await tx.all(listWithArtifacts, none)),
      ]
      const used = new Set(usedIds.map(({ id }) => id))
      const unused = registered.filter(({ id }) => !used.has(id))
      for (const client of unused) await tx.run(removeClient, client)
      return unused.length
    })
  }

  /** How many clients belong to no user. */
  async countOwnerless(): Promise<number> {
    return (await this.#context.database.first(countOwnerless, none))!.count
  }

  async listOf(ownerId: string): Promise<OAuthClient[]> {
    return (await this.#context.database.all(listClientsOf, { ownerId })).map(clientOf)
  }

  /**
   * Deletes the client and its tokens. With an owner, only if the client belongs to it. Returns whether it
   * was deleted.
   */
  remove(id: string, ownerId?: string): Promise<boolean> {
    return this.#context.database.transaction(async (tx) => {
      const removed = await (ownerId === undefined
        ? tx.run(removeClient, { id })
        : tx.run(removeClientOf, { id, ownerId }))
      if (removed === 0) return false
      const ended = [
        ...(await tx.all(removeTokens, { id })),
        ...(await tx.all(removeArtifacts, { id })),
      ]
      await tx.notify(tokensChanged)
      const grantIds = new Set(ended.map(({ grantId }) => grantId))
      for (const grantId of grantIds) {
        if (grantId !== null) await tellFollowers(this.#context.provisioners, tx, { grantId })
      }
      return true
    })
  }

  /** The client as OpenID Connect metadata, with the hash in place of the secret. */
  async findForProvider(id: string): Promise<Record<string, unknown> | undefined> {
    const client = await this.find(id)
    if (client === undefined) return undefined
    const { secretHash, kind } = client
    return {
      client_id: id,
      ...(secretHash === null
        ? { token_endpoint_auth_method: 'none' }
        : { client_secret: secretHash, token_endpoint_auth_method: 'client_secret_basic' }),
      client_name: client.name,
      application_type: kind === 'web' ? 'web' : 'native',
      redirect_uris: client.redirectUris.flatMap(spellings),
      response_types: ['code'],
      grant_types: ['authorization_code', 'refresh_token', deviceGrant],
    }
  }
}

/** Whether the id of a client is the address of the document that describes it. */
export const isMetadataAddress = (clientId: string): boolean => clientId.startsWith('https://')

/** Clients use loopback URIs without a path with and without the slash. */
function spellings(uri: string): string[] {
  const bare = /^(http:\/\/(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?)\/?$/.exec(uri)?.[1]
  return bare === undefined ? [uri] : [bare, `${bare}/`]
}

const deviceGrant = 'urn:ietf:params:oauth:grant-type:device_code'

const clientDomain = 'apps.almanac.test'
const registeredDomain = `registered.${clientDomain}`
const isRegistered = sql`like '%.registered.apps.almanac.test'`

/** The client of the credentials that a temporary server gives its command, which isn't part of the state of the server. */
export const temporaryClientId = `temporary-server.${clientDomain}`

/** The format that libraries expect: a number, a hyphen, and a name under a domain. */
function newClientId(randomBytes: RandomBytes, domain: string): string {
  const number = Buffer.from(randomBytes(8)).readBigUInt64BE() % 10n ** 12n
  return `${number.toString().padStart(12, '1')}-${base32hex(32, randomBytes)}.${domain}`
}

interface ClientRow extends Omit<OAuthClient, 'redirectUris'> {
  readonly redirectUris: string
}

const clientOf = (row: ClientRow): OAuthClient => ({
  ...row,
  redirectUris: JSON.parse(row.redirectUris) as string[],
})

const addClient = command<ClientRow & { ownerId: string | null }>((args) =>
  insertInto(
    oauthClients,
    rowOf(oauthClients, args, { created_at: args.createdAtMs }),
    sql`on conflict (id) do nothing`,
  ),
)

const columns = sql`c.id, c.secret_hash as "secretHash", c.name, c.kind,
  c.redirect_uris as "redirectUris", c.created_at as "createdAtMs"`

/** Omits clients of disabled users. */
const findClient = query<{ id: string }, ClientRow>(
  ({ id }) => sql`select ${columns} from ${oauthClients} c left join ${users} u on u.id = c.owner_id
   where c.id = ${id} and u.disabled_at is null`,
)

const listClients = query<object, ClientRow>(
  () => sql`select ${columns} from ${oauthClients} c order by c.name, c.id`,
)

const countOwnerless = query<object, { count: number }>(
  () => sql`select count(*) as count from ${oauthClients} where owner_id is null`,
)

const listRegistered = query<{ afterMs: number; beforeMs: number }, { id: string }>(
  ({ afterMs, beforeMs }) => sql`select id from ${oauthClients}
   where id ${isRegistered} and owner_id is null
   and created_at >= ${afterMs} and created_at < ${beforeMs}`,
)

const listWithTokens = query<object, { id: string }>(
  () => sql`select distinct client_id as id from ${accessTokens} where client_id ${isRegistered}`,
)

const listWithArtifacts = query<object, { id: string }>(
  () => sql`select distinct client_id as id from ${oauthArtifacts} where client_id ${isRegistered}`,
)

const listClientsOf = query<{ ownerId: string }, ClientRow>(
  ({ ownerId }) =>
    sql`select ${columns} from ${oauthClients} c where c.owner_id = ${ownerId} order by c.created_at, c.id`,
)

const removeClient = command<{ id: string }>(
  ({ id }) => sql`delete from ${oauthClients} where id = ${id}`,
)

const removeClientOf = command<{ id: string; ownerId: string }>(
  ({ id, ownerId }) => sql`delete from ${oauthClients} where id = ${id} and owner_id = ${ownerId}`,
)

/** Includes tokens that the client created, which depend on a consent to it. */
const removeTokens = command<{ id: string }, { grantId: string | null }>(
  ({ id }) => sql`delete from ${accessTokens} where client_id = ${id} or grant_id in (
     select grant_id from ${oauthArtifacts} where client_id = ${id} and grant_id is not null)
   returning grant_id as "grantId"`,
)

const removeArtifacts = command<{ id: string }, { grantId: string | null }>(
  ({ id }) =>
    sql`delete from ${oauthArtifacts} where client_id = ${id} returning grant_id as "grantId"`,
)

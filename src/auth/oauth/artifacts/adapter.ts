import type { Adapter, AdapterPayload } from 'oidc-provider'
import type { AuditTrail } from '#/audit/trail.ts'
import type { Clock } from '#/kernel/clock.ts'
import type { Database, Transaction } from '#/storage/port.ts'
import { isAcceptedIn, type Mode, originIn } from '../../credentials/credential-origin.ts'
import { hashOf } from '../../credentials/secrets.ts'
import type { Tokens } from '../../credentials/tokens.ts'
import type { Directory } from '../../directory/directory.ts'
import { findUserById } from '../../directory/directory-users.ts'
import { userNote } from '../../directory/user-note.ts'
import { type SessionLimits, sessionExpiresAtMs } from '../session-lifetime.ts'
import {
  type ArtifactRow,
  consumeArtifact,
  findArtifact,
  findArtifactByUid,
  findArtifactByUserCode,
  putArtifact,
  removeArtifact,
  removeArtifactsOfGrant,
} from './artifacts.ts'
import type { BrowserState, Slot } from './browser-state.ts'
import { deviceCodeHash, handleOf } from './device-handles.ts'
import { machineSecondsAt } from './machine-seconds.ts'
import { StrangerAdapter } from './stranger-adapter.ts'

export interface AdapterContext {
  readonly database: Database
  readonly audit: AuditTrail
  readonly clock: Clock
  readonly tokens: Tokens
  readonly mode: Mode
  readonly directory: Directory
  readonly sessionLimits: SessionLimits
  /** The state in browsers without a signed-in user; undefined where there are no browsers. */
  readonly browserState: BrowserState | undefined
  /** The metadata of a client, for the provider. */
  readonly findClient: (id: string) => Promise<AdapterPayload | undefined>
}

/** Stores the artifacts of the provider in the database. Secrets are stored as hashes. */
export function adapterFor(context: AdapterContext): (model: string) => Adapter {
  return (model) => {
    const stored = storedAdapter(model, context)
    const { browserState } = context
    const slotOf = slots[model]
    if (slotOf === undefined || browserState === undefined) return stored
    return new StrangerAdapter({ ...context, browserState, slotOf, stored })
  }
}

/** The cookies that hold artifacts until a user signs in. */
const slots: Readonly<Record<string, (id: string) => Slot>> = {
  Session: () => ({ name: 'visit', path: '/' }),
  Interaction: (uid) => ({ name: 'request', path: `/signin/${uid}` }),
}

function storedAdapter(model: string, context: AdapterContext): Adapter {
  if (model === 'Client') return new ClientAdapter(context)
  if (model === 'Session') return new SessionAdapter(model, context)
  return model === 'AccessToken' ? new TokenAdapter(context) : new ArtifactAdapter(model, context)
}

class ArtifactAdapter implements Adapter {
  readonly #model: string
  readonly #context: AdapterContext

  constructor(model: string, context: AdapterContext) {
    this.#model = model
    this.#context = context
  }

  async upsert(id: string, payload: AdapterPayload, expiresIn?: number): Promise<void> {
    const { database, mode } = this.#context
    // A grant is referenced by its id, which is not a secret.
    const grantId = this.#model === 'Grant' ? id : (payload.grantId ?? null)
    const artifact = {
      model: this.#model,
      idHash: this.#keyOf(id).idHash,
      payload: JSON.stringify(withoutSecrets(payload)),
      grantId,
      uid: payload.uid ?? null,
      userCodeHash: payload.userCode === undefined ? null : hashOf(payload.userCode),
      accountId: payload.accountId ?? null,
      clientId: payload.clientId ?? null,
      expiresAt: await this.expiresAtMs(payload, expiresIn),
      origin: originIn(mode),
    }
    await database.transaction((tx) => putArtifact(tx, artifact))
  }

  protected async expiresAtMs(
    _payload: AdapterPayload,
    expiresIn?: number,
  ): Promise<number | null> {
    return expiresIn === undefined ? null : this.#context.clock.nowMs() + expiresIn * 1000
  }

  async find(id: string): Promise<AdapterPayload | undefined> {
    const key = this.#keyOf(id)
    const found = this.#open(await findArtifact(this.#context.database, key))
    return found && { ...found, jti: id }
  }

  async findByUid(uid: string): Promise<AdapterPayload | undefined> {
    return this.#open(await findArtifactByUid(this.#context.database, { model: this.#model, uid }))
  }

  async findByUserCode(userCode: string): Promise<AdapterPayload | undefined> {
    const key = { model: this.#model, userCodeHash: hashOf(userCode) }
    const row = await findArtifactByUserCode(this.#context.database, key)
    const found = this.#open(row)
    return found && { ...found, userCode, jti: handleOf(row!.idHash) }
  }

  async consume(id: string): Promise<void> {
    const key = this.#keyOf(id)
    const consumedAt = Math.floor(this.#context.clock.nowMs() / 1000)
    const consumed = await this.#context.database.transaction((tx) =>
      consumeArtifact(tx, { ...key, consumedAt }),
    )
    if (consumed > 0) return
    // A concurrent request has used the same code or token.
    const { errors } = await import('oidc-provider')
    throw new errors.InvalidGrant('already used')
  }

  async destroy(id: string): Promise<void> {
    const key = this.#keyOf(id)
    await this.#context.database.transaction((tx) => removeArtifact(tx, key))
  }

  async revokeByGrantId(grantId: string): Promise<void> {
    await revokeGrant(this.#context, grantId)
  }

  #keyOf(id: string) {
    const model = this.#model
    return { model, idHash: model === 'DeviceCode' ? deviceCodeHash(id) : hashOf(id) }
  }

  #open(row: ArtifactRow | undefined): AdapterPayload | undefined {
    if (row === undefined || !isAcceptedIn(this.#context.mode, row)) return undefined
    const { clock } = this.#context
    const expiry = row.expiresAt === null ? {} : { exp: machineSecondsAt(clock, row.expiresAt) }
    const payload = { ...(JSON.parse(row.payload) as AdapterPayload), ...expiry }
    return row.consumedAt === null ? payload : { ...payload, consumed: row.consumedAt }
  }
}

/** Sessions expire as set in the settings: when idle, and some days after sign-in. */
class SessionAdapter extends ArtifactAdapter {
  readonly #context: AdapterContext

  constructor(model: string, context: AdapterContext) {
    super(model, context)
    this.#context = context
  }

  protected override async expiresAtMs({ accountId, loginTs }: AdapterPayload): Promise<number> {
    const { directory, clock, sessionLimits } = this.#context
    const user = await directory.findById(accountId!)
    const isAdmin = user !== undefined && user.adminRole !== null
    const times = { isAdmin, signedInAtMs: loginTs! * 1000, nowMs: clock.nowMs() }
    return sessionExpiresAtMs(sessionLimits, times)
  }
}

/** Access tokens are in the table that every request is checked against. */
class TokenAdapter implements Adapter {
  readonly #context: AdapterContext

  constructor(context: AdapterContext) {
    this.#context = context
  }

  async upsert(id: string, payload: AdapterPayload, expiresIn?: number): Promise<void> {
    const { database, clock, tokens, mode } = this.#context
    await database.transaction(async (tx) => {
      if (!isRenewal(payload)) await this.#noteIssue(tx, payload)
      await tokens.mint(tx, {
        text: id,
        userId: payload.accountId!,
        clientId: payload.clientId!,
        scopes: (payload.scope ?? '').split(' '),
        origin: originIn(mode),
        ...(expiresIn === undefined ? {} : { expiresAtMs: clock.nowMs() + expiresIn * 1000 }),
        ...(payload.grantId === undefined ? {} : { grantId: payload.grantId }),
        payload: JSON.stringify(withoutSecrets(payload)),
      })
    })
  }

  async #noteIssue(tx: Transaction, { accountId, clientId, scope }: AdapterPayload): Promise<void> {
    const user = await findUserById(tx, accountId!)
    await this.#context.audit.noteIn(tx, {
      action: 'auth.tokens.issue',
      ...userNote(user),
      clientId: clientId ?? '',
      object: `clients/${clientId}`,
      details: { scopes: (scope ?? '').split(' ') },
    })
  }

  async find(id: string): Promise<AdapterPayload | undefined> {
    const { database, clock, tokens } = this.#context
    const found = await tokens.find(database, hashOf(id))
    if (found === undefined || found.payload === null) return undefined
    if (found.expiresAt !== null && found.expiresAt <= clock.nowMs()) return undefined
    return { ...(JSON.parse(found.payload) as AdapterPayload), jti: id }
  }

  async destroy(id: string): Promise<void> {
    await this.#context.database.transaction((tx) => this.#context.tokens.revoke(tx, id))
  }

  async revokeByGrantId(grantId: string): Promise<void> {
    await revokeGrant(this.#context, grantId)
  }

  // The provider uses these for codes and sessions only.
  findByUid = async () => undefined
  findByUserCode = async () => undefined
  consume = async () => undefined
}

/** Whether a token comes from a refresh. Only the first token of a consent is recorded. */
const isRenewal = ({ gty }: AdapterPayload): boolean => String(gty).includes('refresh_token')

/** Clients are created by operators, never by the provider. */
class ClientAdapter implements Adapter {
  readonly find: (id: string) => Promise<AdapterPayload | undefined>

  constructor({ findClient }: AdapterContext) {
    this.find = findClient
  }

  upsert = async () => undefined
  destroy = async () => undefined
  revokeByGrantId = async () => undefined
  findByUid = async () => undefined
  findByUserCode = async () => undefined
  consume = async () => undefined
}

/** Revokes a grant and every token and code that depends on it. */
export async function revokeGrant(
  { database, tokens }: Pick<AdapterContext, 'database' | 'tokens'>,
  grantId: string,
): Promise<void> {
  await database.transaction(async (tx) => {
    await removeArtifactsOfGrant(tx, grantId)
    await tokens.revokeGrant(tx, grantId)
  })
}

/** The payload without the texts of tokens and codes, which are not stored. */
function withoutSecrets({ jti: _, userCode: __, ...payload }: AdapterPayload): AdapterPayload {
  return payload
}

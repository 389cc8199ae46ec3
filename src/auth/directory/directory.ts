import type { Clock } from '#/kernel/clock.ts'
import { duplicate, forbidden } from '#/kernel/errors.ts'
import type { RandomBytes } from '#/kernel/randomness.ts'
import type { Database, Transaction } from '#/storage/port.ts'
import { type TokenFollower, tellFollowers } from '../credentials/tokens.ts'
import { removePasswordLinks } from '../passwords/password-links.ts'
import { hashPassword } from '../passwords/passwords.ts'
import { requireAcceptablePassword } from '../passwords/passwords-rules.ts'
import { removeAllFactors } from '../second-factor/store.ts'
import {
  forgetFailures,
  forgetFailuresOfAccount,
  secondFactorSubject,
} from '../sign-in/sign-in-failures.ts'
import type { AdminRole } from './admin-roles.ts'
import { acceptableName, canonicalEmail, emailIn } from './directory-email.ts'
import {
  endAllSessions,
  endSession,
  endSignIns,
  endTokensOfClients,
  pageOfSessions,
  type SessionRecord,
} from './directory-sessions.ts'
import {
  addUser,
  findUserByEmail,
  findUserById,
  findUserForSignIn,
  listUsers,
  lockOwners,
  pageOfUsers,
  removeUser,
  renameUser,
  setUserDisabled,
  setUserPasswordHash,
  setUserRole,
  type UserRecord,
} from './directory-users.ts'
import { isGroup, removeFromGroups } from './groups-members.ts'

export { canonicalEmail, type UserRecord }

/** What a service does when users and groups are created and deleted, in the same transaction. */
export interface Provisioner extends TokenFollower {
  welcome(tx: Transaction, user: UserRecord): Promise<void>
  dismiss(tx: Transaction, user: UserRecord): Promise<void>
  /** Called when a group is created. */
  welcomeGroup?(tx: Transaction, email: string): void
  dismissGroup(tx: Transaction, email: string): Promise<void>
}

interface UserDraft {
  readonly email: string
  readonly name?: string | undefined
  readonly adminRole?: AdminRole | null | undefined
  readonly passwordHash?: string | undefined
}

interface DirectoryContext {
  readonly database: Database
  readonly clock: Clock
  readonly randomBytes: RandomBytes
  readonly provisioners: readonly Provisioner[]
  /** Runs deletions, and waits for the jobs of services that follow. */
  readonly removals?: Pick<Database, 'transaction'>
}

/** The users of this server. */
export class Directory {
  readonly #context: DirectoryContext
  readonly #revocationListeners = new Set<() => void>()

  constructor(context: DirectoryContext) {
    this.#context = context
  }

  /** Calls the listener when this process revokes tokens of a user. Other processes are notified. */
  onRevocation(listener: () => void): void {
    this.#revocationListeners.add(listener)
  }

  find(email: string): Promise<UserRecord | undefined> {
    return findUserByEmail(this.#context.database, canonicalEmail(email))
  }

  findById(id: string): Promise<UserRecord | undefined> {
    return findUserById(this.#context.database, id)
  }

  /** The user and the password hash, if the user can sign in with a password. */
  async findForSignIn(email: string) {
    const canonical = emailIn(email)
    if (canonical === undefined) return undefined
    return findUserForSignIn(this.#context.database, canonical)
  }

  list(): Promise<UserRecord[]> {
    return listUsers(this.#context.database)
  }

  /** Users in the order of their addresses, beginning after the given one. */
  page(page: { after: string; limit: number }): Promise<UserRecord[]> {
    return pageOfUsers(this.#context.database, page)
  }

  /** Creates the user and the initial data of each service; returns whether the user is new. */
  async ensure(tx: Transaction, draft: UserDraft): Promise<{ user: UserRecord; isNew: boolean }> {
    const email = canonicalEmail(draft.email)
    const { passwordHash, adminRole = null } = draft
    const user = {
      id: this.#newUserId(),
      email,
      name: acceptableName(draft.name ?? email.split('@')[0]!),
      adminRole,
      createdAtMs: this.#context.clock.nowMs(),
    }
    if (!(await addUser(tx, { ...user, passwordHash: passwordHash ?? null }))) {
      return { user: await existing(tx, email), isNew: false }
    }
    if (await isGroup(tx, email)) throw duplicate('A group with this address')
    const made = { ...user, isDisabled: false, hasPassword: passwordHash !== undefined }
    for (const { welcome } of this.#context.provisioners) await welcome(tx, made)
    return { user: made, isNew: true }
  }

  /** The same with a password, which is validated. An existing user is not changed. */
  async create({
    password,
    ...draft
  }: Omit<UserDraft, 'passwordHash'> & { readonly password?: string | undefined }) {
    const passwordHash =
      password === undefined ? undefined : await this.#hashOf(password, draft.email)
    return this.#context.database.transaction((tx) => this.ensure(tx, { ...draft, passwordHash }))
  }

  /** Deletes the user and everything that belongs to the user. */
  remove(email: string): Promise<boolean> {
    const { database, removals = database } = this.#context
    return removals.transaction(async (tx) => {
      const user = await findUserByEmail(tx, canonicalEmail(email))
      if (user === undefined) return false
      await keepAnOwner(tx, user)
      for (const { dismiss } of this.#context.provisioners) await dismiss(tx, user)
      await this.#endAll(tx, user)
      await removeFromGroups(tx, user.email)
      await removeUser(tx, user.id)
      return true
    })
  }

  /** Undefined if the user does not exist. */
  change(
    { id }: UserRecord,
    { name, adminRole }: { name?: string | undefined; adminRole?: AdminRole | null | undefined },
  ): Promise<UserRecord | undefined> {
    return this.#changeUser(async (tx) => {
      if (name !== undefined) await renameUser(tx, { id, name: acceptableName(name) })
      if (adminRole !== undefined) {
        if (adminRole !== 'owner') await keepAnOwner(tx, { id })
        await setUserRole(tx, { id, adminRole })
      }
      return findUserById(tx, id)
    })
  }

  /**
   * Sets the password, signs the user out everywhere, and resets the delays after failed sign-ins.
   * `isAllowed` can reject the change in the same transaction.
   */
  async setPassword(
    user: UserRecord,
    password: string,
    isAllowed?: (tx: Transaction) => Promise<boolean>,
  ): Promise<UserRecord | undefined> {
    const hash = await this.#hashOf(password, user.email)
    return this.#changeUser(async (tx) => {
      if (isAllowed !== undefined && !(await isAllowed(tx))) return undefined
      await removePasswordLinks(tx, user.id)
      await setUserPasswordHash(tx, { id: user.id, hash })
      await this.#endSignIns(tx, user)
      await forgetFailuresOfAccount(tx, user.email)
      return findUserById(tx, user.id)
    })
  }

  /**
   * Disables the user: revokes all tokens and sessions, and the tokens of the OAuth clients of the user, and rejects
   * new ones until `enable`.
   */
  disable(user: UserRecord): Promise<UserRecord | undefined> {
    return this.#changeUser(async (tx) => {
      await keepAnOwner(tx, user)
      await setUserDisabled(tx, { id: user.id, disabledAt: this.#context.clock.nowMs() })
      for (const ended of await endTokensOfClients(tx, user.id)) {
        await tellFollowers(this.#context.provisioners, tx, ended)
      }
      await this.#endAll(tx, user)
      return findUserById(tx, user.id)
    })
  }

  enable({ id }: UserRecord): Promise<UserRecord | undefined> {
    return this.#changeUser(async (tx) => {
      await setUserDisabled(tx, { id, disabledAt: null })
      return findUserById(tx, id)
    })
  }

  /** Removes all second factors of the user; returns whether there were any. */
  resetSecondFactor({ id, email }: UserRecord): Promise<boolean> {
    return this.#context.database.transaction(async (tx) => {
      await forgetFailures(tx, secondFactorSubject(email))
      return removeAllFactors(tx, id)
    })
  }

  /**
   * Revokes sessions and consents with everything that depends on them. Tokens that the user created stay
   * valid.
   */
  signOutEverywhere(user: Pick<UserRecord, 'id'>): Promise<void> {
    return this.#context.database.transaction((tx) => this.#endSignIns(tx, user))
  }

  /** Revokes all tokens, grants and sessions of the user, who may sign in again. */
  revokeAll(user: UserRecord): Promise<void> {
    return this.#context.database.transaction((tx) => this.#endAll(tx, user))
  }

  /** The current tokens and sessions of the user, ordered by id, after the given one. */
  sessions(
    { id: userId }: Pick<UserRecord, 'id'>,
    page: { after: string; limit: number },
  ): Promise<SessionRecord[]> {
    const { database, clock } = this.#context
    return pageOfSessions(database, { userId, nowMs: clock.nowMs(), ...page })
  }

  /** Returns whether there was one. */
  endSession({ id: userId }: Pick<UserRecord, 'id'>, id: string): Promise<boolean> {
    return this.#context.database.transaction(async (tx) => {
      this.#tellAfter(tx)
      const ended = await endSession(tx, { userId, id })
      for (const one of ended) await tellFollowers(this.#context.provisioners, tx, one)
      return ended.length > 0
    })
  }

  /** Undefined if the body finds nothing to change. */
  async #changeUser(
    body: (tx: Transaction) => Promise<UserRecord | undefined>,
  ): Promise<UserRecord | undefined> {
    const changed = await this.#context.database.transaction(
      async (tx) => (await body(tx)) ?? false,
    )
    return changed === false ? undefined : changed
  }

  async #endAll(tx: Transaction, { id }: UserRecord): Promise<void> {
    this.#tellAfter(tx)
    for (const ended of await endAllSessions(tx, id)) {
      await tellFollowers(this.#context.provisioners, tx, ended)
    }
  }

  async #endSignIns(tx: Transaction, { id }: Pick<UserRecord, 'id'>): Promise<void> {
    this.#tellAfter(tx)
    for (const ended of await endSignIns(tx, id)) {
      await tellFollowers(this.#context.provisioners, tx, ended)
    }
  }

  // Notifications are delayed, even to the process that sends them.
  #tellAfter(tx: Transaction): void {
    tx.afterCommit(() => {
      for (const listener of this.#revocationListeners) listener()
    })
  }

  async #hashOf(password: string, email: string): Promise<string> {
    await requireAcceptablePassword(password, canonicalEmail(email))
    return hashPassword(password, this.#context.randomBytes)
  }

  // Twenty-one digits, the format of Google's subject identifiers.
  #newUserId(): string {
    const number = BigInt(`0x${Buffer.from(this.#context.randomBytes(8)).toString('hex')}`)
    return `1${(number % 10n ** 20n).toString().padStart(20, '0')}`
  }
}

/** Rejects removing the last owner, whose role nobody could restore. */
async function keepAnOwner(tx: Transaction, { id }: Pick<UserRecord, 'id'>): Promise<void> {
  const owners = await lockOwners(tx)
  if (owners.length === 1 && owners[0] === id) {
    throw forbidden('This is the last owner of the server: make another user an owner first.')
  }
}

async function existing(tx: Transaction, email: string): Promise<UserRecord> {
  const user = await findUserByEmail(tx, email)
  if (user === undefined) throw new Error('an existing user was not found')
  return user
}

import type { AuditTrail } from '#/audit/trail.ts'
import { ApiError } from '#/kernel/errors.ts'
import type { Database, Transaction } from '#/storage/port.ts'
import type { Directory } from '../directory/directory.ts'
import { acceptableName, emailIn } from '../directory/directory-email.ts'
import { findUserByEmail, findUserById, type UserRecord } from '../directory/directory-users.ts'
import { domainOf } from '../directory/domains.ts'
import { userNote } from '../directory/user-note.ts'
import { applyGroupMapping } from './group-mapping.ts'
import type { Identities } from './identities.ts'
import type { IdentityInvitations } from './identity-invitations.ts'
import type { IdentityProvider } from './identity-providers.ts'

/** The claims of a provider about a person who has signed in there. */
export interface UpstreamPerson {
  readonly subject: string
  readonly email?: string | undefined
  /** Whether the provider has verified the address. */
  readonly isEmailVerified: boolean
  readonly name?: string | undefined
  /** The values of the group claim; undefined if the provider does not send it. */
  readonly groups?: readonly string[] | undefined
}

/** Why a person whom a provider has authenticated is not signed in here. */
export type FederatedRefusal =
  | 'unverifiedEmail'
  | 'otherDomain'
  | 'noAccount'
  | 'otherIdentity'
  | 'disabled'
  | 'invitationUsed'

type FederatedOutcome =
  | { readonly user: UserRecord }
  | { readonly refusal: FederatedRefusal; readonly user?: UserRecord | undefined }

interface FederatedSignInContext {
  readonly database: Database
  readonly audit: AuditTrail
  readonly directory: Directory
  readonly identities: Identities
  readonly identityInvitations: IdentityInvitations
}

/** Maps a person whom another provider has authenticated to a user. */
export class FederatedSignIn {
  readonly #context: FederatedSignInContext

  constructor(context: FederatedSignInContext) {
    this.#context = context
  }

  /** Finds, links or creates the user and updates the mapped groups, in one transaction. */
  async signIn(provider: IdentityProvider, person: UpstreamPerson): Promise<FederatedOutcome> {
    try {
      return await this.#context.database.transaction(async (tx) => {
        const outcome = await this.#userOf(tx, provider, person)
        if ('refusal' in outcome) return outcome
        if (outcome.user.isDisabled) return { refusal: 'disabled', user: outcome.user }
        await this.#mapGroups(tx, provider, { user: outcome.user, person })
        return outcome
      })
    } catch (error) {
      // The address of the new user belongs to a group.
      if (error instanceof ApiError && error.status === 409) return { refusal: 'noAccount' }
      throw error
    }
  }

  /** Links the user of an invitation to the person who has signed in at the provider. */
  redeem(
    provider: IdentityProvider,
    person: UpstreamPerson,
    { userId, secret }: { readonly userId: string; readonly secret: string },
  ): Promise<FederatedOutcome> {
    const { database, identities, identityInvitations } = this.#context
    return database
      .transaction(async (tx): Promise<FederatedOutcome> => {
        const user = await findUserById(tx, userId)
        if (user === undefined) return { refusal: 'invitationUsed' }
        if (user.isDisabled) return { refusal: 'disabled', user }
        const linked = await identities.userOf(tx, keyOf(provider, person))
        if (linked !== undefined && linked.id !== user.id) return { refusal: 'otherIdentity', user }
        if (
          linked === undefined &&
          !(await this.#link(tx, provider, { user, person, by: 'invitation' }))
        )
          return { refusal: 'otherIdentity', user }
        if (!(await identityInvitations.take(tx, secret))) throw new UsedInvitation()
        return { user }
      })
      .catch((error: unknown) => {
        if (error instanceof UsedInvitation) return { refusal: 'invitationUsed' } as const
        throw error
      })
  }

  async #userOf(
    tx: Transaction,
    provider: IdentityProvider,
    person: UpstreamPerson,
  ): Promise<FederatedOutcome> {
    const { identities, directory } = this.#context
    const key = keyOf(provider, person)
    // A linked subject takes precedence, because an address can be reassigned to another person.
    const linked = await identities.userOf(tx, key)
    if (linked !== undefined) return { user: linked }
    const email = person.email === undefined ? undefined : emailIn(person.email)
    if (email === undefined || !person.isEmailVerified) return { refusal: 'unverifiedEmail' }
    const { emailDomains, linkByEmail, createUsers } = provider
    if (emailDomains.length > 0 && !emailDomains.includes(domainOf(email))) {
      return { refusal: 'otherDomain' }
    }
    const existing = await findUserByEmail(tx, email)
    if (existing === undefined ? !createUsers : !linkByEmail) {
      return { refusal: 'noAccount', user: existing }
    }
    if (existing?.isDisabled) return { refusal: 'disabled', user: existing }
    const user =
      existing ?? (await directory.ensure(tx, { email, name: usableName(person.name) })).user
    const by = existing === undefined ? 'creation' : 'email'
    if (await this.#link(tx, provider, { user, person, by })) return { user }
    // A concurrent sign-in of the same person may have linked them first.
    const other = await identities.userOf(tx, key)
    return other?.id === user.id ? { user } : { refusal: 'otherIdentity', user }
  }

  async #link(
    tx: Transaction,
    provider: IdentityProvider,
    {
      user,
      person,
      by,
    }: {
      readonly user: UserRecord
      readonly person: UpstreamPerson
      readonly by: 'email' | 'creation' | 'invitation'
    },
  ): Promise<boolean> {
    const { identities, audit } = this.#context
    const email = (person.email === undefined ? undefined : emailIn(person.email)) ?? ''
    const identity = { ...keyOf(provider, person), userId: user.id, email }
    if (!(await identities.link(tx, identity))) return false
    await audit.noteIn(tx, {
      action: 'auth.identities.link',
      ...userNote(user),
      object: `users/${user.email}/identities/${provider.id}`,
      details: { by, ...(email !== '' && { email }) },
    })
    return true
  }

  async #mapGroups(
    tx: Transaction,
    { id, groupMapping }: IdentityProvider,
    { user, person }: { readonly user: UserRecord; readonly person: UpstreamPerson },
  ): Promise<void> {
    if (person.groups === undefined || groupMapping.length === 0) return
    const change = { email: user.email, rules: groupMapping, values: person.groups }
    const { added, removed } = await applyGroupMapping(tx, change)
    if (added.length + removed.length === 0) return
    await this.#context.audit.noteIn(tx, {
      action: 'auth.groups.map',
      ...userNote(user),
      object: `users/${user.email}`,
      details: { provider: id, added, removed },
    })
  }
}

/** Rolls back a transaction whose invitation was used concurrently. */
class UsedInvitation extends Error {}

const keyOf = ({ id: providerId }: IdentityProvider, { subject }: UpstreamPerson) => ({
  providerId,
  subject,
})

/** The name that a provider gives; undefined if it is not valid here. */
function usableName(name: string | undefined): string | undefined {
  try {
    return name?.isWellFormed() ? acceptableName(name) : undefined
  } catch {
    return undefined
  }
}

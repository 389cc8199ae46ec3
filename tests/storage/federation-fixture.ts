import { AuditReader, noFilter } from '#/audit/reading.ts'
import { Attempts, AuditTrail } from '#/audit/trail.ts'
import { FederatedSignIn, type UpstreamPerson } from '#/auth/federation/federated-sign-in.ts'
import { Identities } from '#/auth/federation/identities.ts'
import { IdentityInvitations, invitationPath } from '#/auth/federation/identity-invitations.ts'
import { IdentityProviders } from '#/auth/federation/identity-providers.ts'
import { type ProviderDraft, policyDefaults } from '#/auth/federation/provider-rules.ts'
import { seededRandomBytes } from '#/kernel/randomness.ts'
import { Seal } from '#/kernel/seal.ts'
import type { Database } from '#/storage/port.ts'
import { identityOn } from './identity-fixture.ts'

export const example: ProviderDraft = {
  ...policyDefaults,
  id: 'example',
  name: 'Example',
  issuer: 'https://id.example.com',
  clientId: 'almanac',
  isEnabled: true,
}

/** Somebody whom the provider knows, with a verified address. */
export const person = (name: string, wanted: Partial<UpstreamPerson> = {}): UpstreamPerson => ({
  subject: `subject-of-${name}`,
  email: `${name}@example.com`,
  isEmailVerified: true,
  ...wanted,
})

/** Everything of sign-in through other providers on one database, with a clock that stands still. */
export function federationOn(database: Database, secret = 'a secret of the installation') {
  const identity = identityOn(database)
  const { clock, directory } = identity
  const randomBytes = seededRandomBytes('federation')
  const attempts = new Attempts({ clock, randomBytes })
  const audit = new AuditTrail({ database, attempts })
  const identities = new Identities({ database, clock })
  const identityInvitations = new IdentityInvitations({ database, clock, randomBytes })
  const identityProviders = new IdentityProviders({
    database,
    clock,
    seal: async () => new Seal(secret, 'test', randomBytes),
    addressFault: () => undefined,
  })
  const reader = new AuditReader({ database, clock })
  return {
    ...identity,
    identities,
    identityProviders,
    identityInvitations,
    federatedSignIn: new FederatedSignIn({
      database,
      audit,
      directory,
      identities,
      identityInvitations,
    }),
    entries: () => Array.fromAsync(reader.entries(noFilter)),
    /** The secret of a new invitation. */
    invite: async (userId: string, providerId = example.id) => {
      const { path } = await identityInvitations.create({ userId, providerId })
      return path.slice(invitationPath.length)
    },
  }
}

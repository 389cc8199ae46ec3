import { wireMoment } from '#/contract/moment.ts'
import { string } from '#/contract/schema.ts'
import type { Identity } from './identities.ts'
import { providerLimits } from './provider-rules.ts'

const provider = string({ about: 'The id of the identity provider.' })

/** The properties of an identity that its user and administrators see. */
export const identityProperties = {
  provider,
  email: string({ about: 'The address there when the account was connected, if it gave one.' }),
}

/** The id of a provider where a request names one. */
export const identityProviderId = { ...provider, lengthMax: providerLimits.idLengthMax }

export const wireIdentity = ({ providerId, email, createdAtMs }: Identity) => ({
  provider: providerId,
  ...(email !== '' && { email }),
  created: wireMoment(createdAtMs),
})

import type { Identity } from '#/auth/federation/identities.ts'
import { array, dateTime, kind, object, string, type TypeOf } from '#/contract/schema.ts'
import { wireMoment } from './schemas/moment.ts'

const OwnIdentity = object('OwnIdentity', {
  kind: kind('almanac#identity'),
  provider: string({ about: 'The id of the identity provider.' }),
  email: string({ about: 'The address there when the account was connected, if it gave one.' }),
  created: dateTime({ about: 'When the account was connected.' }),
})

export const OwnIdentities = object('OwnIdentities', {
  kind: kind('almanac#identities'),
  items: array(OwnIdentity),
})

export const wireIdentity = ({
  providerId,
  email,
  createdAtMs,
}: Identity): TypeOf<typeof OwnIdentity> => ({
  kind: 'almanac#identity',
  provider: providerId,
  ...(email !== '' && { email }),
  created: wireMoment(createdAtMs),
})

import type { Identity as IdentityRecord } from '#/auth/federation/identities.ts'
import { providerLimits } from '#/auth/federation/provider-rules.ts'
import {
  array,
  dateTime,
  kind,
  object,
  readOnly,
  requiredBy,
  string,
  type TypeOf,
} from '#/contract/schema.ts'
import { created, wireMoment } from './schemas/moment.ts'

const provider = string({
  about: 'The id of the identity provider.',
  lengthMax: providerLimits.idLengthMax,
})

const Identity = object('Identity', {
  kind: kind('admin#identity'),
  provider,
  subject: string({ about: 'The id of the user at the provider.' }),
  email: string({ about: 'The address there when the account was connected, if it gave one.' }),
  created,
})

export const IdentityList = object('IdentityList', {
  kind: kind('admin#identities'),
  items: array(Identity),
})

export const IdentityInvitation = object('IdentityInvitation', {
  kind: kind('admin#identityInvitation'),
  provider: requiredBy(provider, 'admin.users.identities.invite'),
  url: readOnly(string({ about: 'The URL. It is shown only once and works once.' })),
  expires: readOnly(dateTime({ about: 'When the link stops working.' })),
})

export const wireIdentity = ({
  providerId,
  subject,
  email,
  createdAtMs,
}: IdentityRecord): TypeOf<typeof Identity> => ({
  kind: 'admin#identity',
  provider: providerId,
  subject,
  ...(email !== '' && { email }),
  created: wireMoment(createdAtMs),
})

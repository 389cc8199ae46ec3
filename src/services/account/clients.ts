import type { OAuthClient } from '#/auth/oauth-clients.ts'
import {
  any,
  array,
  boolean,
  dateTime,
  kind,
  map,
  object,
  oneOf,
  readOnly,
  requiredBy,
  string,
  type TypeOf,
} from '#/contract/schema.ts'
import { wireMoment } from './schemas/moment.ts'

const redirectUrisMax = 100

export const OwnClient = object('OwnClient', {
  kind: kind('almanac#client'),
  clientId: readOnly(string({ about: 'The id that the program names.' })),
  name: requiredBy(
    string({ about: 'What users see when they are asked.', lengthMax: 200 }),
    'account.clients.insert',
  ),
  type: requiredBy(
    {
      ...oneOf('web', 'installed'),
      about: 'A program on a server, or one on the machine of its user.',
    },
    'account.clients.insert',
  ),
  isPublic: boolean({ about: 'It cannot keep a secret and has none. False unless given.' }),
  redirectUris: array(string({ lengthMax: 2000 }), {
    about: 'Where users are sent back to; loopback for an installed program unless given.',
    itemsMax: redirectUrisMax,
  }),
  created: readOnly(dateTime({ about: 'When it was made.' })),
  file: readOnly(
    map(any(), {
      about:
        'The file that auth libraries read, with the secret inside; shown this once, when it is made.',
    }),
  ),
})

export const OwnClients = object('OwnClients', {
  kind: kind('almanac#clients'),
  items: array(OwnClient),
})

export const wireClient = (client: OAuthClient): TypeOf<typeof OwnClient> => ({
  kind: 'almanac#client',
  clientId: client.id,
  name: client.name,
  type: client.kind,
  isPublic: client.secretHash === null,
  redirectUris: client.redirectUris,
  created: wireMoment(client.createdAtMs),
})

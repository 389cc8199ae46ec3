import { clientSecretFile } from '#/auth/clients/credential-files.ts'
import type { OAuthClient } from '#/auth/clients/oauth-clients.ts'
import { created, wireMoment } from '#/contract/moment.ts'
import {
  any,
  array,
  boolean,
  kind,
  map,
  object,
  oneOf,
  readOnly,
  requiredBy,
  string,
  type TypeOf,
} from '#/contract/schema.ts'
import { notFound, requiredField } from '#/kernel/errors.ts'
import { operation } from './operation.ts'
import { requireRoom } from './own-credential.ts'
import { requireDeveloper } from './profile.ts'

const redirectUrisMax = 100

const OwnClient = object('OwnClient', {
  kind: kind('almanac#client'),
  clientId: readOnly(string({ about: 'The id that the program names.' })),
  name: requiredBy(
    string({ about: 'The name on the consent page.', lengthMax: 200 }),
    'account.clients.insert',
  ),
  type: requiredBy(
    {
      ...oneOf('web', 'installed'),
      about: 'A program on a server, or one on the machine of its user.',
    },
    'account.clients.insert',
  ),
  isPublic: boolean({
    about: 'Whether it is a public client without a secret. Defaults to false.',
  }),
  redirectUris: array(string({ lengthMax: 2000 }), {
    about: 'The redirect URIs. Defaults to loopback for an installed program.',
    itemsMax: redirectUrisMax,
  }),
  created,
  file: readOnly(
    map(any(), {
      about: 'The client file for auth libraries, including the secret. Returned only on creation.',
    }),
  ),
})

const OwnClients = object('OwnClients', {
  kind: kind('almanac#clients'),
  items: array(OwnClient),
})

const listClients = operation(
  {
    id: 'account.clients.list',
    http: 'GET /users/me/clients',
    summary: 'Lists the OAuth clients of the caller.',
    reply: OwnClients,
  },
  async ({ caller, oauthClients }) => ({
    kind: 'almanac#clients',
    items: (await oauthClients.listOf(caller.userId)).map(wireClient),
  }),
)

const insertClient = operation(
  {
    id: 'account.clients.insert',
    http: 'POST /users/me/clients',
    summary:
      'Creates an OAuth client and returns the file that auth libraries read. It is shown only once.',
    body: OwnClient,
    reply: OwnClient,
    recentSignIn: 'ifSignedIn',
    audit: { object: 'clients', details: ['name', 'type', 'redirectUris'] },
  },
  async ({ body, caller, origin, oauthClients, publicUrl, ownClientsMax, ...context }) => {
    await requireDeveloper({ ...context, caller })
    const { name, type: kind, isPublic = false, redirectUris = [] } = body
    if (name === undefined) throw requiredField('Missing name.')
    if (kind === undefined) throw requiredField('Missing type.')
    const { userId: ownerId } = caller
    const { length } = await oauthClients.listOf(ownerId)
    requireRoom(length, { max: ownClientsMax, things: 'clients' })
    const draft = { name, kind, redirectUris, ownerId }
    const { client, secret } = isPublic
      ? { client: await oauthClients.createPublic(draft), secret: undefined }
      : await oauthClients.create(draft)
    const file = clientSecretFile(client, { secret, url: publicUrl || origin() })
    return { ...wireClient(client), file }
  },
)

const deleteClient = operation(
  {
    id: 'account.clients.delete',
    http: 'DELETE /users/me/clients/{clientId}',
    summary: 'Deletes an OAuth client of the caller with all of its tokens.',
    params: { clientId: string({ about: 'The id of the client.', lengthMax: 200 }) },
    audit: { object: 'clients/{clientId}' },
  },
  async ({ params, caller, oauthClients, onEnded }) => {
    if (!(await oauthClients.remove(params.clientId, caller.userId))) throw notFound()
    onEnded()
  },
)

export const clientOperations = [listClients, insertClient, deleteClient]

export const wireClient = (client: OAuthClient): TypeOf<typeof OwnClient> => ({
  kind: 'almanac#client',
  clientId: client.id,
  name: client.name,
  type: client.kind,
  isPublic: client.secretHash === null,
  redirectUris: client.redirectUris,
  created: wireMoment(client.createdAtMs),
})

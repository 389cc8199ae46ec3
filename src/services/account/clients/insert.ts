import { clientSecretFile } from '#/auth/credential-files.ts'
import { almanacApi } from '#/contract/almanac-api.ts'
import { limitExceeded, requiredField } from '#/kernel/errors.ts'
import { OwnClient, wireClient } from '../clients.ts'
import { requireDeveloper } from '../developers.ts'
import { operation } from '../operation.ts'
import { canManageAccount } from '../scopes.ts'

export const insert = operation(
  {
    id: 'account.clients.insert',
    api: almanacApi,
    http: 'POST /users/me/clients',
    summary:
      'Makes an OAuth client, with the file that auth libraries read. It is shown this once.',
    params: {},
    body: OwnClient,
    reply: OwnClient,
    scopes: canManageAccount,
    recentSignIn: 'ifSignedIn',
    audit: { object: 'clients', details: ['name', 'type', 'redirectUris'] },
    cost: 1,
  },
  async ({ body, caller, origin, oauthClients, publicUrl, ownClientsMax, ...given }) => {
    await requireDeveloper({ ...given, caller })
    const { name, type: kind, isPublic = false, redirectUris = [] } = body
    if (name === undefined) throw requiredField('Missing name.')
    if (kind === undefined) throw requiredField('Missing type.')
    const { userId: ownerId } = caller
    if ((await oauthClients.listOf(ownerId)).length >= ownClientsMax) {
      throw limitExceeded(`A user has at most ${ownClientsMax} clients.`)
    }
    const wanted = { name, kind, redirectUris, ownerId }
    const { client, secret } = isPublic
      ? { client: await oauthClients.createPublic(wanted), secret: undefined }
      : await oauthClients.create(wanted)
    const file = clientSecretFile(client, { secret, url: publicUrl || origin() })
    return { ...wireClient(client), file }
  },
)

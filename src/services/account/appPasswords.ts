import type { AppPasswordRecord } from '#/auth/credentials/app-passwords.ts'
import { originIn } from '#/auth/credentials/credential-origin.ts'
import { mintingBasis } from '#/auth/credentials/minting.ts'
import { created, wireMoment } from '#/contract/moment.ts'
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
import { forbidden } from '#/kernel/errors.ts'
import { operation } from './operation.ts'
import { endCredential, requireName, requireRoom, requireScopes } from './own-credential.ts'

const scopesMax = 100

const AppPassword = object('AppPassword', {
  kind: kind('almanac#appPassword'),
  id: readOnly(string({ about: 'The id of the app password.' })),
  name: requiredBy(
    string({ about: 'The program or device that it is for.', lengthMax: 200 }),
    'account.appPasswords.insert',
  ),
  scopes: array(string({ lengthMax: 200 }), {
    about: 'The scopes of the calendar service that it grants. Defaults to all of them.',
    itemsMax: scopesMax,
  }),
  created,
  lastUsed: readOnly(dateTime({ about: 'When it was last used, to the minute; absent if never.' })),
  password: readOnly(string({ about: 'Its text, which is shown only once.' })),
})

const AppPasswords = object('AppPasswords', {
  kind: kind('almanac#appPasswords'),
  items: array(AppPassword),
})

const listAppPasswords = operation(
  {
    id: 'account.appPasswords.list',
    http: 'GET /users/me/appPasswords',
    summary: 'Lists the app passwords of the caller, without the passwords themselves.',
    reply: AppPasswords,
  },
  async ({ caller, appPasswords, database }) => ({
    kind: 'almanac#appPasswords',
    items: (await appPasswords.listOf(database, caller.userId)).map(wireAppPassword),
  }),
)

const insertAppPassword = operation(
  {
    id: 'account.appPasswords.insert',
    http: 'POST /users/me/appPasswords',
    summary:
      'Creates an app password for a calendar program, which CalDAV and feeds accept with HTTP Basic authentication. It is shown only once.',
    body: AppPassword,
    reply: AppPassword,
    recentSignIn: 'required',
    audit: { object: 'appPasswords', details: ['name', 'scopes'] },
  },
  async ({ body, caller, appPasswords, database, appPasswordsMax, ...context }) => {
    const name = requireName(body)
    const [everything] = appPasswords.allowedScopes
    const scopes = requireScopes(body.scopes ?? [everything!])
    const refused = scopes.find(
      (scope) => !appPasswords.allowedScopes.includes(scope) || !caller.scopes.has(scope),
    )
    if (refused !== undefined) {
      throw forbidden(`An app password cannot have the scope ${JSON.stringify(refused)}.`)
    }
    const { userId } = caller
    return database.transaction(async (tx) => {
      const { grantId } = await mintingBasis(tx, caller, context)
      // It would outlive the consent to the client.
      if (grantId !== undefined) throw forbidden('Clients cannot create app passwords.')
      const { length } = await appPasswords.listOf(tx, userId)
      requireRoom(length, { max: appPasswordsMax, things: 'app passwords' })
      const origin = originIn(context.mode)
      const { text, record } = await appPasswords.create(tx, { userId, name, scopes, origin })
      return { ...wireAppPassword(record), password: text }
    })
  },
)

const deleteAppPassword = operation(
  {
    id: 'account.appPasswords.delete',
    http: 'DELETE /users/me/appPasswords/{appPasswordId}',
    summary: 'Revokes an app password of the caller.',
    params: { appPasswordId: string({ about: 'The id of the app password.', lengthMax: 64 }) },
    audit: { object: 'appPasswords/{appPasswordId}' },
  },
  ({ params: { appPasswordId: id }, caller: { userId }, appPasswords, ...context }) =>
    endCredential(context, (tx) => appPasswords.remove(tx, { userId, id })),
)

export const appPasswordOperations = [listAppPasswords, insertAppPassword, deleteAppPassword]

const wireAppPassword = ({
  id,
  name,
  scopes,
  createdAtMs,
  lastUsedAtMs,
}: AppPasswordRecord): TypeOf<typeof AppPassword> => ({
  kind: 'almanac#appPassword',
  id,
  name,
  scopes: scopes.split(' '),
  created: wireMoment(createdAtMs),
  ...(lastUsedAtMs !== null && { lastUsed: wireMoment(lastUsedAtMs) }),
})

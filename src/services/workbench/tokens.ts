import { array, integer, object, string } from '#/contract/schema.ts'
import { requiredField } from '#/kernel/errors.ts'
import { operation } from './operation.ts'

const Token = object('Token', {
  email: string({ about: 'The user, who is created if necessary.' }),
  scopes: array(string(), { about: 'The scopes of the token. Defaults to all scopes.' }),
  clientId: string({ about: 'The client that the token belongs to.', lengthMax: 200 }),
  expiresInS: integer({ about: 'Seconds until it expires; never when absent.', minimum: 1 }),
  token: string({ about: 'The text of the token. It is shown only once.' }),
})

const insertToken = operation(
  {
    id: 'workbench.tokens.insert',
    http: 'POST /tokens',
    summary: 'Creates a token, and its user if necessary.',
    body: Token,
    reply: Token,
  },
  ({ body, database, directory, tokens, clock, allScopes }) =>
    database.transaction(async (tx) => {
      const { email, scopes = allScopes, clientId = 'workbench', expiresInS } = body
      if (email === undefined) throw requiredField('Missing email.')
      const { user } = await directory.ensure(tx, { email })
      const token = await tokens.mint(tx, {
        userId: user.id,
        clientId,
        scopes,
        origin: 'dev',
        ...(expiresInS === undefined ? {} : { expiresAtMs: clock.nowMs() + expiresInS * 1000 }),
      })
      return {
        email: user.email,
        scopes,
        clientId,
        ...(expiresInS === undefined ? {} : { expiresInS }),
        token,
      }
    }),
)

export const tokenOperations = [insertToken]

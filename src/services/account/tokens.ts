import { type SessionRecord, sessionIdOf } from '#/auth/directory-sessions.ts'
import type { User } from '#/contract/operation.ts'
import {
  array,
  boolean,
  dateTime,
  integer,
  kind,
  object,
  oneOf,
  readOnly,
  requiredBy,
  string,
  type TypeOf,
} from '#/contract/schema.ts'
import { wireMoment } from './schemas/moment.ts'

const scopesMax = 100

export const OwnToken = object('OwnToken', {
  kind: kind('almanac#token'),
  id: readOnly(string({ about: 'Names it here, and is of no other use.' })),
  type: readOnly(oneOf('accessToken', 'refreshToken', 'session')),
  name: requiredBy(
    string({ about: 'What its user calls it.', lengthMax: 200 }),
    'account.tokens.insert',
  ),
  clientId: readOnly(string({ about: 'The client that it was given to; absent for a session.' })),
  scopes: requiredBy(
    array(string({ lengthMax: 200 }), {
      about: 'What it allows: at most what the token allows that makes it.',
      itemsMax: scopesMax,
    }),
    'account.tokens.insert',
  ),
  expiresInDays: integer({
    about: 'Days until it ends by itself, for a new one; 30 unless given.',
  }),
  created: readOnly(dateTime({ about: 'When it was made, where that is known.' })),
  expires: readOnly(dateTime({ about: 'When it ends by itself; absent where it does not.' })),
  isCurrent: readOnly(boolean({ about: 'It is the token of this call.' })),
  token: readOnly(string({ about: 'Its text, which is shown this once, when it is made.' })),
})

export const OwnTokens = object('OwnTokens', {
  kind: kind('almanac#tokens'),
  items: array(OwnToken),
  nextPageToken: string({ about: 'Asks for the next page; absent on the last one.' }),
})

export const wireToken = (session: SessionRecord, caller: User): TypeOf<typeof OwnToken> => ({
  kind: 'almanac#token',
  id: session.id,
  type: session.kind,
  ...(session.name !== undefined && { name: session.name }),
  ...(session.clientId !== undefined && { clientId: session.clientId }),
  scopes: session.scopes,
  ...(session.createdAtMs !== undefined && { created: wireMoment(session.createdAtMs) }),
  ...(session.expiresAtMs !== undefined && { expires: wireMoment(session.expiresAtMs) }),
  isCurrent: caller.token !== undefined && sessionIdOf(caller.token.hash) === session.id,
})

import type { SessionRecord } from '#/auth/directory-sessions.ts'
import { array, dateTime, kind, object, oneOf, string, type TypeOf } from '#/contract/schema.ts'
import { wireMoment } from './schemas/moment.ts'

export const Token = object('Token', {
  kind: kind('admin#token'),
  id: string({ about: 'Names it here, and is of no other use.' }),
  type: oneOf('accessToken', 'refreshToken', 'session'),
  name: string({ about: 'What its user calls it.' }),
  clientId: string({ about: 'The client that it was given to; absent for a session.' }),
  scopes: array(string(), { about: 'What it allows.' }),
  expires: dateTime({ about: 'When it ends by itself; absent where it does not.' }),
})

export const TokenList = object('TokenList', {
  kind: kind('admin#tokens'),
  items: array(Token),
  nextPageToken: string({ about: 'Asks for the next page; absent on the last one.' }),
})

export const wireToken = (session: SessionRecord): TypeOf<typeof Token> => ({
  kind: 'admin#token',
  id: session.id,
  type: session.kind,
  ...(session.name === undefined ? {} : { name: session.name }),
  ...(session.clientId === undefined ? {} : { clientId: session.clientId }),
  scopes: session.scopes,
  ...(session.expiresAtMs === undefined ? {} : { expires: wireMoment(session.expiresAtMs) }),
})

import { wireMoment } from '#/contract/moment.ts'
import { dateTime, oneOf, string } from '#/contract/schema.ts'
import type { SessionRecord } from './directory-sessions.ts'

/** The properties of a token or session that its user and administrators see. */
export const sessionProperties = {
  id: string({ about: 'Names it here, and is of no other use.' }),
  type: oneOf('accessToken', 'refreshToken', 'session'),
  name: string({ about: 'What its user calls it.' }),
  clientId: string({ about: 'The client that it was given to; absent for a session.' }),
  lastUsed: dateTime({ about: 'When it was last used, to the hour; absent if never.' }),
  expires: dateTime({ about: 'When it ends by itself; absent where it does not.' }),
}

export const wireSession = (session: SessionRecord) => ({
  id: session.id,
  type: session.kind,
  ...(session.name !== undefined && { name: session.name }),
  ...(session.clientId !== undefined && { clientId: session.clientId }),
  scopes: session.scopes,
  ...(session.createdAtMs !== undefined && { created: wireMoment(session.createdAtMs) }),
  ...(session.lastUsedAtMs !== undefined && { lastUsed: wireMoment(session.lastUsedAtMs) }),
  ...(session.expiresAtMs !== undefined && { expires: wireMoment(session.expiresAtMs) }),
})

import { calendar, type calendar_v3, discovered, signedIn } from './official-clients.ts'
import type { WireUser } from './wire-user.ts'

/** The official client for a user, built from the server's own description of itself. */
export const discoveredClient = ({ base, token }: WireUser): Promise<calendar_v3.Calendar> =>
  discovered(`${base}/discovery/v1/apis/calendar/v3/rest`, { auth: signedIn(token) })

/** The official client for a user, with nothing changed but the address it talks to. */
export const officialClient = ({ base, token }: WireUser): calendar_v3.Calendar =>
  calendar({ version: 'v3', rootUrl: `${base}/`, auth: signedIn(token) })

/** A refusal as the client throws it, with the reason where programs look for it. */
export const thrown = (status: number, reason: string) => ({
  status,
  response: { data: { error: { code: status, errors: [{ reason }] } } },
})

/** Both kinds of client take headers among the parameters, though the types do not say so. */
export const withHeaders = <T extends object>(params: T, headers: Record<string, string>): T => ({
  ...params,
  headers,
})

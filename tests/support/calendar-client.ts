import { type calendar_v3, google } from 'googleapis'
import type { WireUser } from './wire-user.ts'

/** The official client for a user, built from the server's own description of itself. */
export async function discoveredClient({ base, token }: WireUser): Promise<calendar_v3.Calendar> {
  const client = await google.discoverAPI(`${base}/discovery/v1/apis/calendar/v3/rest`, {
    auth: signedIn(token),
  })
  // It has the same resources and methods, only without types.
  return client as unknown as calendar_v3.Calendar
}

/** The official client for a user, with nothing changed but the address it talks to. */
export const officialClient = ({ base, token }: WireUser): calendar_v3.Calendar =>
  google.calendar({ version: 'v3', rootUrl: `${base}/`, auth: signedIn(token) })

function signedIn(token: string) {
  const auth = new google.auth.OAuth2()
  auth.setCredentials({ access_token: token })
  return auth
}

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

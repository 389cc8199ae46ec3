import { createRequire } from 'node:module'
import { auth } from 'googleapis/build/src/apis/calendar/index.js'

// The package describes some three hundred services; loading and checking only ours is many times faster.
export { books, type books_v1 } from 'googleapis/build/src/apis/books/index.js'
export { calendar, type calendar_v3 } from 'googleapis/build/src/apis/calendar/index.js'
export { doubleclicksearch } from 'googleapis/build/src/apis/doubleclicksearch/index.js'

export type OAuth2 = InstanceType<typeof auth.OAuth2>

/** What the official library signs its calls with. */
export function signedIn(token: string): OAuth2 {
  const client = new auth.OAuth2()
  client.setCredentials({ access_token: token })
  return client
}

/** The official library's client for whatever the document at an address describes. */
export async function discovered<Client>(
  address: string,
  options: { readonly auth: OAuth2 },
): Promise<Client> {
  const { google } = createRequire(import.meta.url)('googleapis') as {
    google: { discoverAPI(address: string, options: object): Promise<unknown> }
  }
  return (await google.discoverAPI(address, options)) as Client
}

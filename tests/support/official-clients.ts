import { auth } from '@googleapis/calendar'
import { Discovery, type Endpoint, type GlobalOptions } from 'googleapis-common'

export { books, type books_v1 } from '@googleapis/books'
export { calendar, type calendar_v3 } from '@googleapis/calendar'

type OAuth2 = InstanceType<typeof auth.OAuth2>

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
  const library = new Discovery({ debug: false, includePrivate: false })
  const create = (await library.discoverAPI(address)) as (
    options: GlobalOptions,
    google: object,
  ) => Endpoint
  return create(options, {}) as unknown as Client
}

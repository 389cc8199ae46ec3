import { as } from '../support/calling.ts'
import { runAlmanac, type ServerPlace, type TestServer } from '../support/server.ts'

export const admin = '/admin/v1'
export const adminScope = 'urn:almanac:admin'

let count = 0

/** An address that no other test uses. */
export const freshEmail = (name = 'user') => `${name}${++count}@example.com`

/** A new administrator, calling one server. */
export async function administrator(place: ServerPlace, server: TestServer, role = 'owner') {
  const { email, token } = await server.mint({ email: freshEmail('admin'), scopes: [adminScope] })
  const made = await runAlmanac(['user', 'role', email, role], place.environment)
  if (made.code !== 0) throw new Error(`no administrator: ${made.stderr}`)
  return { email, token, ...as(server.base, token) }
}

/** All entries of a list, walked in pages of the given size, and how many pages there were. */
export async function walk(
  caller: ReturnType<typeof as>,
  path: string,
  maxResults: number,
): Promise<{ items: readonly Record<string, unknown>[]; pages: number }> {
  const items: Record<string, unknown>[] = []
  let pageToken: string | undefined
  let pages = 0
  do {
    const next = pageToken === undefined ? '' : `&pageToken=${encodeURIComponent(pageToken)}`
    const { status, json } = await caller.get(`${path}?maxResults=${maxResults}${next}`)
    if (status !== 200) throw new Error(`no page: ${status} ${JSON.stringify(json)}`)
    items.push(...(json.items ?? []))
    pageToken = json.nextPageToken
    pages++
  } while (pageToken !== undefined)
  return { items, pages }
}

import { send } from './http.ts'

/** How servers run whose data later versions have to open. */
export const releaseSettings = {
  ALMANAC_PORT: '0',
  ALMANAC_MODE: 'dev',
  ALMANAC_DEMO: '0',
  ALMANAC_LOG_LEVEL: 'warn',
  ALMANAC_SECRET_KEY: 'the secret key of the data that releases have written',
}

/** What a server answers about its data. */
export interface ReleaseState {
  /** Everything, as a seed. */
  readonly seed: unknown
  readonly replies: Readonly<Record<string, unknown>>
  /** The sync tokens of lists, by their paths. */
  readonly syncTokens: Readonly<Record<string, string>>
}

const people = ['ana@example.com', 'ben@example.com']
const team = '/calendar/v3/calendars/team@group.calendar.google.com'
const conversions = '/doubleclicksearch/v2/agency/1/advertiser/10/engine/100/conversion'
const paths = [
  '/calendar/v3/users/me/calendarList?showHidden=true',
  '/calendar/v3/users/me/settings',
  '/calendar/v3/calendars/primary/events?showDeleted=true&maxResults=2500',
  '/calendar/v3/calendars/primary/events?singleEvents=true&orderBy=startTime&timeMax=2032-01-01T00:00:00Z',
  `${team}/events?showDeleted=true`,
  `${team}/acl`,
  '/books/v1/mylibrary/bookshelves',
  '/books/v1/mylibrary/bookshelves/0/volumes',
  '/books/v1/volumes?q=book',
  `${conversions}?startDate=20301101&endDate=20301231&rowCount=10&startRow=0`,
]

/** Reads the data of a server in dev mode over the wire. */
export async function readState(base: string): Promise<ReleaseState> {
  const exported = await send(`${base}/_almanac/seed?format=json`, { method: 'GET', headers: {} })
  const replies: Record<string, unknown> = {}
  const syncTokens: Record<string, string> = {}
  for (const email of people) {
    // Links, and the etags of what contains some, depend on the host.
    const headers = { Authorization: `Bearer ${await mint(base, email)}`, Host: 'almanac.test' }
    for (const path of paths) {
      const { status, text } = await send(base + path, { method: 'GET', headers })
      const { nextSyncToken, ...body } = JSON.parse(text)
      replies[`${email} ${path}`] = { status, body }
      if (nextSyncToken !== undefined) syncTokens[`${email} ${path}`] = nextSyncToken
    }
  }
  return { seed: JSON.parse(exported.text), replies, syncTokens }
}

/** The statuses of incremental syncs with some tokens. */
export async function syncStatuses(
  base: string,
  tokens: ReleaseState['syncTokens'],
): Promise<number[]> {
  const statuses: number[] = []
  for (const [key, token] of Object.entries(tokens)) {
    const [email, path] = key.split(' ') as [string, string]
    const headers = { Authorization: `Bearer ${await mint(base, email)}` }
    const url = `${base}${path}${path.includes('?') ? '&' : '?'}syncToken=${encodeURIComponent(token)}`
    statuses.push((await send(url, { method: 'GET', headers })).status)
  }
  return statuses
}

async function mint(base: string, email: string): Promise<string> {
  const { text } = await send(`${base}/_almanac/tokens`, {
    method: 'POST',
    body: { email },
    headers: {},
  })
  return JSON.parse(text).token
}

import { beforeAll, expect, it } from 'vitest'
import { expectRefusal } from '../support/refusal.ts'
import { runAlmanac } from '../support/server.ts'
import { onEmbeddedServer, type Site } from '../support/sites.ts'

interface Operation {
  readonly id: string
  readonly method: string
  readonly path: string
  readonly scopes: readonly string[]
}

interface Described {
  readonly methods?: Readonly<
    Record<string, { id: string; httpMethod: string; path: string; scopes?: string[] }>
  >
  readonly resources?: Readonly<Record<string, Described>>
}

/** What anybody may ask for, where it is public. */
const openToAnybody = [
  'books.bookshelves.get',
  'books.bookshelves.list',
  'books.bookshelves.volumes.list',
  'books.volumes.get',
  'books.volumes.list',
]

/** What an API key alone is enough for, where it is about something public. */
const openToKeys = [
  'books.bookshelves.get',
  'books.bookshelves.list',
  'books.bookshelves.volumes.list',
  'books.volumes.list',
  'calendar.calendars.get',
  'calendar.colors.get',
  'calendar.events.get',
  'calendar.events.instances',
  'calendar.events.list',
  'calendar.freebusy.query',
]

onEmbeddedServer('every operation of every service', (site) => {
  let operations: readonly Operation[]
  beforeAll(async () => {
    operations = await listed(site)
  })

  /** Calls each operation with a credential of its own, and holds the answer against a rule. */
  async function each(
    headersFor: (operation: Operation) => Promise<Record<string, string>> | Record<string, string>,
    rule: (reply: Awaited<ReturnType<Site['call']>>, operation: Operation) => void,
    {
      aimed = (path) => path,
      of = operations,
    }: { aimed?: (path: string) => string; of?: readonly Operation[] } = {},
  ): Promise<void> {
    for (const operation of of) {
      const { id, method } = operation
      const path = aimed(operation.path)
      const body = ['POST', 'PUT', 'PATCH'].includes(method) ? { body: {} } : {}
      const reply = await site.call(path, { method, headers: await headersFor(operation), ...body })
      try {
        rule(reply, operation)
      } catch (error) {
        throw new Error(`${id} (${method} ${path}): ${reply.status} ${reply.text}`, {
          cause: error,
        })
      }
    }
  }

  const bearer = (token: string) => ({ Authorization: `Bearer ${token}` })
  const withScopes = async (scopes: readonly string[], more: object = {}) => {
    const body = { email: 'ann@example.com', scopes, ...more }
    const minted = await site.call('/_almanac/tokens', { method: 'POST', body })
    return bearer(String(minted.json.token))
  }

  it('is in one of the descriptions, and needs a scope', () => {
    const services = new Set(operations.map(({ id }) => id.split('.')[0]))
    expect([...services].sort()).toEqual([
      'account',
      'admin',
      'books',
      'calendar',
      'doubleclicksearch',
    ])
    expect(operations.filter(({ scopes }) => scopes.length === 0)).toEqual([])
    expect(operations.length).toBeGreaterThan(25)
  })

  it('requires authentication', async () => {
    await each(
      () => ({}),
      (reply, { id }) => {
        if (openToAnybody.includes(id)) return expect(reply.status).not.toBe(401)
        expectRefusal(reply, { status: 401, reason: 'required', location: 'Authorization' })
        expect(reply.headers['www-authenticate']).toMatch(/^Bearer /)
      },
    )
  })

  it('refuses a token that was never given', async () => {
    await each(
      () => bearer('garbage'),
      (reply) => {
        expectRefusal(reply, { status: 401, reason: 'authError', location: 'Authorization' })
        expect(reply.headers['www-authenticate']).toContain('error="invalid_token"')
      },
    )
  })

  it('refuses a token that has expired', async () => {
    const all = [...new Set(operations.flatMap(({ scopes }) => scopes))]
    const headers = await withScopes(all, { expiresInS: 60 })
    await site.call('/_almanac/clock', { method: 'POST', body: { advance: 'PT61S' } })
    try {
      await each(
        () => headers,
        (reply) => expectRefusal(reply, { status: 401, reason: 'authError' }),
      )
    } finally {
      await site.call('/_almanac/clock', { method: 'POST', body: { reset: true } })
    }
  })

  it('refuses a token that has every scope but the right ones, and names those', async () => {
    const all = new Set(operations.flatMap(({ scopes }) => scopes)).add('openid')
    await each(
      ({ scopes }) => withScopes([...all.difference(new Set(scopes))]),
      (reply, { scopes }) => {
        expectRefusal(reply, { status: 403, reason: 'insufficientPermissions' })
        const challenge = String(reply.headers['www-authenticate'])
        expect(challenge).toContain('error="insufficient_scope"')
        const named = /scope="([^"]*)"/.exec(challenge)?.[1]?.split(' ')
        expect(named?.sort()).toEqual([...scopes].sort())
      },
    )
  })

  it('goes past the gate with each single scope that it accepts', async () => {
    const known = new Map<string, Record<string, string>>()
    for (const { scopes } of operations) {
      for (const scope of scopes) {
        if (!known.has(scope)) known.set(scope, await withScopes([scope]))
      }
    }
    for (const [scope, headers] of known) {
      const accepting = operations.filter(({ scopes }) => scopes.includes(scope))
      expect(accepting.length).toBeGreaterThan(0)
      await each(
        () => headers,
        (reply) => {
          expect(reply.status).not.toBe(401)
          expect(reply.status).toBeLessThan(500)
          expect(reply.text).not.toContain('insufficientPermissions')
        },
        { of: accepting },
      )
    }
  })

  it('is for administrators alone if it administers', async () => {
    await each(
      ({ scopes }) => withScopes(scopes),
      (reply) => {
        expect(reply.status).toBe(403)
        expect(reply.json.error?.errors[0]?.reason).toBe('forbidden')
      },
      { of: operations.filter(({ id }) => id.startsWith('admin.')) },
    )
  })

  it('accepts an API key for what is public, and for nothing else', async () => {
    const { stdout } = await runAlmanac(['key', 'create', 'website'], site.place.environment)
    const key = stdout.split('\n')[0]!.trim()
    const { calendarId, eventId } = await publicSeries(site)
    const userId = await shelfOwner(site)
    const answered: string[] = []
    await each(
      () => ({ 'X-Goog-Api-Key': key }),
      (reply, { id }) => {
        if (![401, 403, 404].includes(reply.status)) answered.push(id)
      },
      {
        aimed: (path) =>
          path
            .replace('/users/nosuch/bookshelves/nosuch', `/users/${userId}/bookshelves/0`)
            .replace('/users/nosuch', `/users/${userId}`)
            .replace('/calendars/nosuch', `/calendars/${calendarId}`)
            .replace('/events/nosuch', `/events/${eventId}`),
      },
    )
    expect(answered.sort()).toEqual(openToKeys)
  })
})

/** The id of a user, which everybody learns from a link to a shelf. */
async function shelfOwner(site: Site): Promise<string> {
  const { token } = await site.user()
  const { json } = await site.call('/books/v1/mylibrary/bookshelves/0', {
    headers: { Authorization: `Bearer ${token}` },
  })
  return /\/users\/(\d+)\//.exec(String(json.selfLink))![1]!
}

/** A series on a calendar that everybody may read. */
async function publicSeries(site: Site): Promise<{ calendarId: string; eventId: string }> {
  const owner = await site.user()
  const { calendar, path } = await owner.newCalendar()
  await owner.post(`${path}/acl`, { role: 'reader', scope: { type: 'default' } })
  const time = { dateTime: '2026-05-04T10:00:00Z', timeZone: 'UTC' }
  const recurrence = ['RRULE:FREQ=DAILY;COUNT=2']
  const { json } = await owner.post(`${path}/events`, { start: time, end: time, recurrence })
  return { calendarId: calendar.id!, eventId: json.id! }
}

/** All operations that the server describes, aimed at things that are not there. */
async function listed(site: Site): Promise<Operation[]> {
  const { json } = await site.call('/discovery/v1/apis')
  const operations: Operation[] = []
  for (const { discoveryRestUrl } of json.items ?? []) {
    const { pathname } = new URL(String(discoveryRestUrl))
    const { json: description } = await site.call(pathname)
    const walk = ({ methods = {}, resources = {} }: Described): void => {
      for (const { id, httpMethod, path, scopes = [] } of Object.values(methods)) {
        const filled = path.replace(/\{\+?(\w+)\}/g, 'nosuch')
        operations.push({
          id,
          method: httpMethod,
          path: `/${String(description.servicePath)}${filled}`,
          scopes,
        })
      }
      for (const resource of Object.values(resources)) walk(resource)
    }
    walk(description as Described)
  }
  return operations
}

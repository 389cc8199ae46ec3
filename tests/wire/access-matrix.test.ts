import { beforeAll, expect, it } from 'vitest'
import {
  type Acquaintance,
  acquaint,
  allAcquaintances,
  castOf,
  secret,
} from '../support/access-matrix-calendars.ts'
import { type AccessRow, accessRows, type Ids, standings } from '../support/access-matrix-rows.ts'
import type { HttpReply } from '../support/http.ts'
import { onServers } from '../support/sites.ts'
import { administrator } from './admin-fixture.ts'

interface Method {
  readonly id: string
  readonly httpMethod: string
  readonly path: string
}

interface Described {
  readonly methods?: Readonly<Record<string, Method>>
  readonly resources?: Readonly<Record<string, Described>>
}

/** The operations that show on each engine what its SQL makes of the rules. */
const readAndWrite = ['calendar.calendars.get', 'calendar.events.patch']

onServers('what a role allows', (site) => {
  let methods: ReadonlyMap<string, Method>
  let cast: Awaited<ReturnType<typeof castOf>>
  let acquaintances: readonly Acquaintance[]
  let before: unknown
  beforeAll(async () => {
    const { json } = await site.call('/discovery/v1/apis/calendar/v3/rest')
    methods = new Map(methodsIn(json as Described).map((method) => [method.id, method]))
    cast = await castOf(site, await administrator(site.place, site.server))
    acquaintances = await allAcquaintances(cast)
    before = await everything(acquaintances)
  })

  const call = (id: string, { caller, ids }: Acquaintance, headers: Record<string, string> = {}) =>
    caller.call(pathOf(methods.get(id)!, ids), {
      method: methods.get(id)!.httpMethod,
      body: accessRows[id]!.body?.(ids),
      headers,
    })

  it('has a row for each operation that the server describes, and no other', () => {
    expect([...methods.keys()].sort()).toEqual(Object.keys(accessRows).sort())
  })

  const rows = Object.entries(accessRows).filter(
    ([id]) => site.isEmbedded || readAndWrite.includes(id),
  )
  for (const [id, row] of rows) {
    it(`${id} ${rule(row)}, whatever the scope of the rule`, async () => {
      const outcomes: Record<string, string> = {}
      const expected: Record<string, string> = {}
      for (const acquaintance of acquaintances) {
        const name = nameOf(acquaintance)
        const reply = await call(id, acquaintance, { 'If-Match': '"no such etag"' })
        outcomes[name] = outcomeOf(reply, row)
        expected[name] = expectedOf(acquaintance, row)
      }
      expect(outcomes).toEqual(expected)
    })
  }

  it('does nothing when it refuses', async () => {
    expect(await everything(acquaintances)).toEqual(before)
  })

  // Every operation is called on every engine at least here.
  for (const [id, row] of Object.entries(accessRows)) {
    it(`${id} works for the lowest role that is allowed`, async () => {
      const owner = await site.user()
      const isPrimary = row.isForPrimary ?? false
      const least = row.least === 'anybody' ? 'freeBusyReader' : row.least
      const acquaintance = await acquaint(cast, least, { owner, isPrimary })
      const reply = await call(id, acquaintance)
      expect(reply.status, reply.text).toBe(row.misses ?? row.guarded ?? 200)
      if (row.wholeFrom !== undefined) expect(reply.text).not.toContain(secret)
    })
  }
})

function rule({ least }: AccessRow): string {
  if (least === 'anybody') return 'asks for no role'
  return least === 'administrator' ? 'is for administrators' : `asks for ${least} at least`
}

const nameOf = ({ standing, by }: Acquaintance) =>
  by === undefined ? standing : `${standing} by ${by}`

/** What has to come of a call: `allow`, `mask`, or the refusal. */
function expectedOf({ standing }: Acquaintance, row: AccessRow): string {
  const { least, tooLow, wholeFrom } = row
  const isAllowed = least === 'anybody' || isAtLeast(standing, least)
  if (!isAllowed) {
    const isNobody = standing === 'none' || standing === 'administrator'
    return isNobody ? '404 notFound' : `403 ${tooLow}`
  }
  const isMasked = showsCalendar(row) && !isAtLeast(standing, wholeFrom!)
  return isMasked ? 'mask' : 'allow'
}

// Administrators are nobody to a calendar, and nobody else is an administrator.
function isAtLeast(one: string, other: string): boolean {
  const order: readonly string[] = standings
  if (one === other) return true
  return order.includes(other) && order.indexOf(one) >= order.indexOf(other)
}

/** What has come of a call that was meant to do nothing. */
function outcomeOf(reply: HttpReply, row: AccessRow): string {
  const allowed = row.misses ?? (row.guarded === undefined ? 200 : 412)
  if (reply.status !== allowed) return `${reply.status} ${reply.json.error?.errors[0]?.reason}`
  return showsCalendar(row) && !reply.text.includes(secret) ? 'mask' : 'allow'
}

const showsCalendar = ({ wholeFrom, guarded }: AccessRow) =>
  wholeFrom !== undefined && guarded === undefined

function pathOf({ id, path }: Method, ids: Ids): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = (ids as unknown as Record<string, string | undefined>)[name]
    if (value === undefined) throw new Error(`nothing to fill ${name} of ${id} with`)
    return encodeURIComponent(value)
  })
  return `/${filled}${accessRows[id]?.query?.(ids) ?? ''}`
}

const methodsIn = ({ methods = {}, resources = {} }: Described): Method[] => [
  ...Object.values(methods),
  ...Object.values(resources).flatMap(methodsIn),
]

/** All that calls could have changed: each calendar, its rules, its events, its entry on two lists. */
const everything = (acquaintances: readonly Acquaintance[]) =>
  Promise.all(
    acquaintances.map(async ({ ids: { calendarId, eventId }, owner, caller, standing }) => {
      const calendar = `/calendars/${calendarId}`
      // Those who may add events have added some.
      const canAdd = isAtLeast(standing, 'writerWithoutPrivateAccess')
      const events = canAdd ? `/events/${eventId}` : '/events?showDeleted=true'
      const entry = `/users/me/calendarList/${calendarId}`
      const paths = [calendar, `${calendar}/acl?showDeleted=true`, `${calendar}${events}`, entry]
      const replies = await Promise.all([
        ...paths.map((path) => owner.get(path)),
        caller.get(entry),
      ])
      return replies.map(({ json: { nextSyncToken: _, ...shown } }) => shown)
    }),
  )

import fc from 'fast-check'
import { beforeAll, expect, it } from 'vitest'
import type { HttpReply, WireBody } from '../support/http.ts'
import { runAlmanac } from '../support/server.ts'
import { onServers, runsOn } from '../support/sites.ts'
import type { WireUser } from '../support/wire-user.ts'
import { administrator } from './admin-fixture.ts'

const writersCount = 5
const roundsCount = 2

onServers('concurrent changes', (site) => {
  let boss: Awaited<ReturnType<typeof administrator>>
  beforeAll(async () => {
    boss = await administrator(site.place, site.server)
  })

  it('of a calendar lose nothing when each names the etag it has read', async () => {
    const owner = await site.user()
    const { path } = await owner.newCalendar({ description: '0' })
    const { refused, sent } = await countUp(owner, path, 'description')
    expect((await owner.get(path)).json.description).toBe(String(writersCount * roundsCount))
    expect(sent - refused).toBe(writersCount * roundsCount)
  })

  it('of an entry on a list lose nothing when each names the etag it has read', async () => {
    const owner = await site.user()
    const { calendar } = await owner.newCalendar()
    const path = `/users/me/calendarList/${calendar.id}`
    await owner.patch(path, { summaryOverride: '0' })
    const { refused, sent } = await countUp(owner, path, 'summaryOverride')
    expect((await owner.get(path)).json.summaryOverride).toBe(String(writersCount * roundsCount))
    expect(sent - refused).toBe(writersCount * roundsCount)
  })

  it('of a rule that name the same etag let exactly one win', async () => {
    const owner = await site.user()
    const { path } = await owner.newCalendar()
    let { json: current } = await grant(owner, path, 'guest@example.com', 'freeBusyReader')
    const target = `${path}/acl/${encodeURIComponent(current.id!)}`
    for (const [one, other] of [
      ['reader', 'writer'],
      ['owner', 'freeBusyReader'],
      ['writer', 'reader'],
    ]) {
      const headers = { 'If-Match': current.etag! }
      const replies = await Promise.all([
        owner.patch(target, { role: one }, headers),
        owner.patch(target, { role: other }, headers),
        owner.delete(target, { 'If-Match': '"stale"' }),
      ])
      expect(replies.map(({ status }) => status).sort()).toEqual([200, 412, 412])
      const won = replies.find(({ status }) => status === 200)!
      current = (await owner.get(target)).json
      expect(current).toEqual(won.json)
    }
  })

  it('that grant to many are all stored once, and an earlier sync token reports each', async () => {
    const owner = await site.user()
    const { path } = await owner.newCalendar()
    const { json: before } = await owner.get(`${path}/acl`)
    const guests = numbered(20, (number) => `guest${number}@example.com`)
    const replies = await Promise.all(guests.map((guest) => grant(owner, path, guest, 'reader')))
    expect(statusesOf(replies)).toEqual([200])
    expect(new Set(replies.map(({ json }) => json.etag)).size).toBe(20)
    const given = replies.map(({ json }) => json)
    const told = await changesSince(owner, `${path}/acl`, before.nextSyncToken!)
    expect(byId(told)).toEqual(byId(given))
    const { json: after } = await owner.get(`${path}/acl`)
    expect(byId(after.items!)).toEqual(byId([...before.items!, ...given]))
  })

  it('that grant one role to one guest make one rule', async () => {
    const owner = await site.user()
    const { path } = await owner.newCalendar()
    const replies = await Promise.all(
      numbered(12, () => grant(owner, path, 'guest@example.com', 'reader')),
    )
    expect(statusesOf(replies)).toEqual([200])
    expect(new Set(replies.map(({ text }) => text)).size).toBe(1)
    const { json } = await owner.get(`${path}/acl`)
    expect(json.items).toHaveLength(3)
  })

  it('of one list are each reported to earlier sync tokens', async () => {
    const [owner, user] = [await site.user(), await site.user()]
    const ids = await sharedWith(owner, user, 10)
    const { json: before } = await user.get(list)
    const inserted = await Promise.all(ids.map((id) => user.post(list, { id })))
    expect(statusesOf(inserted)).toEqual([200])
    const { json: between } = await user.get(list)
    const patched = await Promise.all(
      ids.map((id, index) => user.patch(`${list}/${id}`, { summaryOverride: `mine ${index}` })),
    )
    const etags = [...inserted, ...patched].map(({ json }) => json.etag)
    expect(statusesOf(patched)).toEqual([200])
    expect(new Set(etags).size).toBe(20)
    const entries = patched.map(({ json }) => json)
    for (const { nextSyncToken } of [before, between]) {
      expect(byId(await changesSince(user, list, nextSyncToken!))).toEqual(byId(entries))
    }
  })

  it('of who may see a calendar and of lists leave nothing that can be seen on a list', async () => {
    const [owner, user] = [await site.user(), await site.user()]
    const ids = await sharedWith(owner, user, 12)
    const rule = encodeURIComponent(`user:${user.email}`)
    const replies = await Promise.all(
      ids.flatMap((id) => [
        user.post(list, { id }),
        owner.delete(`/calendars/${id}/acl/${rule}`),
        user.get(`${list}?maxResults=3`),
      ]),
    )
    for (const { status, text } of replies) expect([200, 204, 404], text).toContain(status)
    expect((await user.get(`${list}?showHidden=true`)).json.items).toMatchObject([
      { id: user.email },
    ])
  })

  it('of all kinds are each answered, and leave nothing wrong behind', async () => {
    const transferring = await site.user({ email: boss.email })
    await fc.assert(
      fc.asyncProperty(fc.array(deed, { minLength: 100, maxLength: 100 }), async (all) => {
        const users = await Promise.all(numbered(4, () => site.user()))
        const made = await Promise.all(users.map((user) => user.newCalendar()))
        const ids = made.map(({ calendar }) => calendar.id!)
        for (const { status, text } of await doAll(all, { boss: transferring, users, ids })) {
          expect([200, 204, 403, 404], text).toContain(status)
        }
      }),
      { numRuns: runsOn(site, 3) },
    )
    const { stdout } = await runAlmanac(['check'], site.place.environment)
    expect(stdout).toBe('No problems found.\n')
  })

  it('let users go who have shared with each other', async () => {
    const users = await Promise.all(numbered(6, () => site.user()))
    for (const one of users) {
      const guests = users.filter((other) => other !== one)
      const path = '/calendars/primary'
      await Promise.all(guests.map(({ email }) => grant(one, path, email, 'reader')))
    }
    const replies = await Promise.all(
      users.map(({ email }) => boss.delete(`/admin/v1/users/${email}`)),
    )
    expect(statusesOf(replies)).toEqual([204])
  })
})

/** What somebody does: `who` and `whom` are users, `what` is the calendar that a user has made. */
interface Deed {
  readonly verb: keyof typeof deeds
  readonly who: number
  readonly whom: number
  readonly what: number
}

interface Crowd {
  readonly boss: WireUser
  readonly users: readonly WireUser[]
  readonly ids: readonly string[]
}

type Doing = (
  user: WireUser,
  given: { id: string; whom: WireUser; boss: WireUser },
) => Promise<HttpReply>

const list = '/users/me/calendarList'

/** Whoever may not is refused; that is part of the game. */
const deeds = {
  grant: (user, { id, whom }) => grant(user, `/calendars/${id}`, whom.email, 'owner'),
  lower: (user, { id, whom }) => grant(user, `/calendars/${id}`, whom.email, 'freeBusyReader'),
  take: (user, { id, whom }) =>
    user.delete(`/calendars/${id}/acl/${encodeURIComponent(`user:${whom.email}`)}`),
  subscribe: (user, { id }) => user.post(list, { id }),
  hide: (user, { id }) => user.patch(`${list}/${id}`, { hidden: true }),
  unsubscribe: (user, { id }) => user.delete(`${list}/${id}`),
  look: (user) => user.get(`${list}?showDeleted=true`),
  transfer: (_, { id, whom, boss }) =>
    boss.post(`/calendars/${id}/transferOwnership?newDataOwner=${whom.email}&useAdminAccess=true`),
} satisfies Record<string, Doing>

const deed: fc.Arbitrary<Deed> = fc.record({
  verb: fc.constantFrom(...(Object.keys(deeds) as (keyof typeof deeds)[])),
  who: fc.nat(3),
  whom: fc.nat(3),
  what: fc.nat(3),
})

/** Does everything, several things at a time, and gives the replies. */
async function doAll(all: readonly Deed[], { boss, users, ids }: Crowd): Promise<HttpReply[]> {
  const waiting = [...all]
  const replies: HttpReply[] = []
  const work = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const { verb, who, whom, what } = next
      const given = { id: ids[what]!, whom: users[whom]!, boss }
      replies.push(await (deeds[verb] as Doing)(users[who]!, given))
    }
  }
  await Promise.all(numbered(12, work))
  return replies
}

/** Several writers count up one number, each retrying what another was faster with. */
async function countUp(
  user: WireUser,
  path: string,
  property: string,
): Promise<{ sent: number; refused: number }> {
  const tally = { sent: 0, refused: 0 }
  const increment = async (): Promise<void> => {
    for (;;) {
      const { json } = await user.get(path)
      const next = { [property]: String(Number(json[property]) + 1) }
      const { status, text } = await user.patch(path, next, { 'If-Match': json.etag! })
      tally.sent++
      if (status === 200) return
      expect(status, text).toBe(412)
      tally.refused++
    }
  }
  await Promise.all(
    numbered(writersCount, async () => {
      for (let round = 0; round < roundsCount; round++) await increment()
    }),
  )
  return tally
}

const grant = (owner: WireUser, path: string, value: string, role: string) =>
  owner.post(`${path}/acl`, { role, scope: { type: 'user', value } })

/** Makes calendars that a user can read, and gives their ids. */
const sharedWith = (owner: WireUser, user: WireUser, count: number): Promise<string[]> =>
  Promise.all(
    numbered(count, async () => {
      const { calendar, path } = await owner.newCalendar()
      expect((await grant(owner, path, user.email, 'reader')).status).toBe(200)
      return calendar.id!
    }),
  )

/** All that has changed, read in small pages. */
async function changesSince(user: WireUser, path: string, syncToken: string): Promise<WireBody[]> {
  const query = new URLSearchParams({ syncToken, maxResults: '7' })
  const items: WireBody[] = []
  for (;;) {
    const { json } = await user.get(`${path}?${query}`)
    items.push(...json.items!)
    if (json.nextPageToken === undefined) return items
    query.set('pageToken', json.nextPageToken)
  }
}

const numbered = <T>(count: number, make: (number: number) => T): T[] =>
  Array.from({ length: count }, (_, number) => make(number))

const statusesOf = (replies: readonly HttpReply[]) => [
  ...new Set(replies.map(({ status }) => status)),
]

const byId = (items: readonly WireBody[]) =>
  items.toSorted((one, other) => (one.id! < other.id! ? -1 : 1))

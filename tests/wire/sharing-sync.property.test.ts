import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { HttpReply, WireBody } from '../support/http.ts'
import { onEveryEngine, runsOn } from '../support/sites.ts'
import type { WireUser } from '../support/wire-user.ts'

const pageSize = fc.constantFrom(1, 2, 3, 250)
const which = fc.nat(3)
const role = fc.constantFrom('freeBusyReader', 'reader', 'writer', 'owner')

/** A change, or a moment at which a client brings its mirror up to date. */
type Step<Change> = { readonly change: Change } | Walk<Change>

interface Walk<Change> {
  readonly pageSize: number
  readonly isFull: boolean
  /** What others change between the pages. */
  readonly meanwhile: readonly Change[]
}

const stepsOf = <Change>(change: fc.Arbitrary<Change>) =>
  fc.array(
    fc.oneof(
      { weight: 3, arbitrary: fc.record({ change }) },
      {
        weight: 1,
        arbitrary: fc.record({
          pageSize,
          isFull: fc.boolean(),
          meanwhile: fc.array(change, { maxLength: 2 }),
        }),
      },
    ),
    { minLength: 4, maxLength: 24 },
  )

const grants = fc.oneof(
  fc.record({ grant: which, role: fc.oneof(role, fc.constant('none')) }),
  fc.record({ take: which }),
)

const entryChoices = fc.record(
  {
    summaryOverride: fc.constantFrom(null, 'a', 'b'),
    hidden: fc.boolean(),
    selected: fc.boolean(),
    colorId: fc.constantFrom('1', '2'),
  },
  { requiredKeys: [] },
)

const entryChanges = fc.oneof(
  fc.record({ subscribe: which, choices: entryChoices }),
  fc.record({ patch: which, choices: entryChoices }),
  fc.record({ replace: which, choices: entryChoices }),
  fc.record({ unsubscribe: which }),
  fc.record({ grant: which, role }),
  fc.record({ take: which }),
  fc.record({ destroy: which }),
  fc.record({ make: fc.constantFrom('x', 'y') }),
)

onEveryEngine('replaying what has changed since any sync token', (site) => {
  it('over the rules known then gives the rules of a calendar', async () => {
    await fc.assert(
      fc.asyncProperty(stepsOf(grants), pageSize, async (steps, size) => {
        const owner = await site.user()
        const { path } = await owner.newCalendar()
        const apply = (change: object) => applyGrant(owner, path, change)
        await replayEach(mirrorOf(owner, `${path}/acl`), { steps, apply, pageSize: size })
      }),
      { numRuns: runsOn(site, 10) },
    )
  })

  it("over the entries known then gives a user's list of calendars", async () => {
    await fc.assert(
      fc.asyncProperty(stepsOf(entryChanges), pageSize, async (steps, size) => {
        const [owner, user] = [await site.user(), await site.user()]
        const shared = await Promise.all(Array.from({ length: 4 }, () => owner.newCalendar()))
        const targets = shared.map(({ path, calendar }) => ({ path, id: calendar.id! }))
        for (const { path, id } of targets) {
          await applyGrant(owner, path, { grant: user.email, role: 'reader' })
          expect((await user.post('/users/me/calendarList', { id })).status).toBe(200)
        }
        const apply = (change: EntryChange) => applyEntryChange({ owner, user, targets }, change)
        const mirror = mirrorOf(user, '/users/me/calendarList')
        await replayEach(mirror, { steps, apply, pageSize: size })
      }),
      { numRuns: runsOn(site, 8) },
    )
  })
})

type Known = ReadonlyMap<string, WireBody>

interface Mirrored {
  readonly known: Known
  readonly token: string
}

interface Mirror {
  /** Walks the whole list, or what has changed since, and gives what a client then knows. */
  walk(
    from: Mirrored | undefined,
    pageSize: number,
    betweenPages?: () => Promise<void>,
  ): Promise<Mirrored>
}

interface Plan<Change> {
  readonly steps: readonly Step<Change>[]
  readonly apply: (change: Change) => Promise<void>
  readonly pageSize: number
}

/** Takes the steps, and then brings every mirror that was ever taken up to date. */
async function replayEach<Change>(
  mirror: Mirror,
  { steps, apply, pageSize }: Plan<Change>,
): Promise<void> {
  const taken = [await mirror.walk(undefined, 250)]
  for (const step of steps) {
    if ('change' in step) {
      await apply(step.change)
      continue
    }
    const waiting = [...step.meanwhile]
    const betweenPages = async () => {
      const change = waiting.shift()
      if (change !== undefined) await apply(change)
    }
    const from = step.isFull ? undefined : taken.at(-1)
    taken.push(await mirror.walk(from, step.pageSize, betweenPages))
  }
  const replayed: Known[] = []
  for (const from of taken) replayed.push((await mirror.walk(from, pageSize)).known)
  const { known: whole } = await mirror.walk(undefined, pageSize)
  for (const known of replayed) expect(sorted(known)).toEqual(sorted(whole))
}

const sorted = (known: Known) => [...known].sort(([one], [other]) => (one < other ? -1 : 1))

function mirrorOf(user: WireUser, path: string): Mirror {
  return {
    async walk(from, maxResults, betweenPages = async () => {}) {
      const known = new Map(from?.known)
      const query = new URLSearchParams({ maxResults: String(maxResults) })
      if (from !== undefined) query.set('syncToken', from.token)
      else if (path.endsWith('calendarList')) query.set('showHidden', 'true')
      for (;;) {
        const { items, nextPageToken, nextSyncToken } = read(await user.get(`${path}?${query}`))
        for (const item of items!) {
          if (item.deleted === true || item.role === 'none') known.delete(item.id!)
          else known.set(item.id!, chosen(item))
        }
        if (nextPageToken === undefined) return { known, token: nextSyncToken! }
        query.set('pageToken', nextPageToken)
        await betweenPages()
      }
    },
  }
}

function read({ status, text, json }: HttpReply): WireBody {
  expect(status, text).toBe(200)
  return json
}

/** What sync tells of: not what an entry only repeats of its calendar and of the access to it. */
const chosen = ({ kind, etag, summary: _, accessRole: __, ...rest }: WireBody): WireBody => ({
  ...rest,
  ...(kind === 'calendar#aclRule' && { etag }),
})

interface EntryChange {
  readonly [verb: string]: unknown
  readonly choices?: object
  readonly role?: string
}

interface Scene {
  readonly owner: WireUser
  readonly user: WireUser
  readonly targets: readonly { readonly path: string; readonly id: string }[]
}

/** Changes that are refused, because nothing is there any more, are part of the game. */
async function applyEntryChange({ owner, user, targets }: Scene, change: EntryChange) {
  const [verb, index] = Object.entries(change)[0]!
  const { path, id } = targets[Number(index)] ?? targets[0]!
  const entry = `/users/me/calendarList/${id}`
  const replies: Record<string, () => Promise<HttpReply | undefined>> = {
    subscribe: () => user.post('/users/me/calendarList', { id, ...change.choices }),
    patch: () => user.patch(entry, change.choices),
    replace: () => user.put(entry, change.choices),
    unsubscribe: () => user.delete(entry),
    grant: () => applyGrant(owner, path, { grant: user.email, role: change.role }),
    take: () => applyGrant(owner, path, { take: user.email }),
    destroy: () => owner.delete(path),
    make: () => user.post('/calendars', { summary: String(index) }),
  }
  const reply = await replies[verb]!()
  if (reply !== undefined) expect([200, 204, 404], reply.text).toContain(reply.status)
}

/** Names people by numbers or by their addresses. */
async function applyGrant(owner: WireUser, path: string, change: object): Promise<undefined> {
  const { grant, take, role } = change as { grant?: unknown; take?: unknown; role?: string }
  const who = String(grant ?? take)
  const value = who.includes('@') ? who : `guest${who}@example.com`
  const reply =
    grant === undefined
      ? await owner.delete(`${path}/acl/${encodeURIComponent(`user:${value}`)}`)
      : await owner.post(`${path}/acl?sendNotifications=false`, {
          role,
          scope: { type: 'user', value },
        })
  expect([200, 204, 404], reply.text).toContain(reply.status)
}

import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { WireBody } from '../support/http.ts'
import {
  entryPath,
  listed,
  listPath,
  share,
  since,
  syncTokenOf,
} from '../support/listed-calendars.ts'
import { onEveryEngine, runsOn, type Site } from '../support/sites.ts'
import type { WireUser } from '../support/wire-user.ts'

/** Small choices on purpose, so that patches which change nothing come up often. */
const choices = fc.record(
  {
    summaryOverride: fc.constantFrom(null, '', 'a', 'ä🌲'),
    colorId: fc.constantFrom(null, '3', '14'),
    backgroundColor: fc.constantFrom(null, '#f83a22', '#123456'),
    foregroundColor: fc.constantFrom(null, '#000000', '#FFFFFF'),
    selected: fc.constantFrom(null, true, false),
    defaultReminders: fc.constantFrom(null, [], [{ method: 'popup', minutes: 5 }]),
    notificationSettings: fc.constantFrom(
      null,
      {},
      { notifications: [] },
      { notifications: [{ type: 'agenda', method: 'email' }] },
    ),
    unknown: fc.jsonValue(),
  },
  { requiredKeys: [] },
)
const rgb = fc.constantFrom('', '?colorRgbFormat=true')

onEveryEngine('an entry that is patched by any means', (site) => {
  it('changes its etag exactly when it changes, and the same patch again changes nothing', async () => {
    const user = await site.user()
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(choices, rgb), { maxLength: 6 }), async (steps) => {
        const path = entryPath((await user.newCalendar()).calendar.id!)
        let { json: before } = await user.get(path)
        for (const [body, query] of steps) {
          const { json: after } = await user.patch(path + query, body)
          expect(after.etag === before.etag).toBe(isAlike(after, before))
          expect((await user.get(path)).json).toEqual(after)
          expect((await user.patch(path + query, body)).json).toEqual(after)
          before = after
        }
      }),
      { numRuns: runsOn(site, 12) },
    )
  })

  it('is unchanged when it is sent as it was read', async () => {
    const user = await site.user()
    await fc.assert(
      fc.asyncProperty(choices, rgb, async (body, query) => {
        const path = entryPath((await user.newCalendar()).calendar.id!)
        const { json: patched } = await user.patch(path + query, body)
        const { json: put } = await user.put(`${path}?colorRgbFormat=true`, patched)
        expect(put).toEqual(patched)
      }),
      { numRuns: runsOn(site, 12) },
    )
  })
})

const actions = ['take', 'drop', 'hide', 'show', 'paint', 'grant', 'withdraw', 'list'] as const
const step = fc.record({ action: fc.constantFrom(...actions), calendar: fc.nat(3) })

onEveryEngine('a calendar list that is synced', (site) => {
  it('is the old list with the changes applied, for all changes', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(step, { minLength: 1, maxLength: 8 }), { maxLength: 3 }),
        fc.integer({ min: 1, max: 3 }),
        async (rounds, maxResults) => {
          const scene = await newScene(site)
          const { guest } = scene
          let token = await syncTokenOf(guest)
          const kept = new Map((await everything(guest)).map((entry) => [entry.id, entry]))
          for (const steps of rounds) {
            for (const { action, calendar } of steps) await act(scene, action, calendar)
            const { items, nextSyncToken } = await changesSince(guest, token, maxResults)
            for (const entry of items) {
              if (entry.deleted) kept.delete(entry.id)
              else kept.set(entry.id, entry)
            }
            token = nextSyncToken
            expect(byId([...kept.values()])).toEqual(byId(await everything(guest)))
          }
        },
      ),
      { numRuns: runsOn(site, 8) },
    )
  })
})

interface Scene {
  readonly owner: WireUser
  readonly guest: WireUser
  readonly calendarIds: readonly string[]
}

/** Four calendars of one user, of which another can see the first two and has listed the first. */
async function newScene(site: Site): Promise<Scene> {
  const [owner, guest] = [await site.user(), await site.user()]
  const calendarIds: string[] = []
  for (let count = 0; count < 4; count++) {
    calendarIds.push((await owner.newCalendar()).calendar.id!)
  }
  const scene = { owner, guest, calendarIds }
  for (const calendar of [0, 1]) await act(scene, 'grant', calendar)
  await act(scene, 'take', 0)
  return scene
}

/** Does something to one of the calendars; what cannot be done is refused, and so does nothing. */
async function act(
  { owner, guest, calendarIds }: Scene,
  action: (typeof actions)[number],
  calendar: number,
): Promise<void> {
  const id = calendarIds[calendar]!
  const rule = { with: `user:${guest.email}`, as: action === 'grant' ? 'reader' : 'none' }
  switch (action) {
    case 'take':
      await guest.post(listPath, { id, selected: true })
      break
    case 'drop':
      await guest.delete(entryPath(id))
      break
    case 'hide':
    case 'show':
      await guest.patch(entryPath(id), { hidden: action === 'hide' })
      break
    case 'paint':
      await guest.patch(entryPath(id), { colorId: String(calendar + 1) })
      break
    case 'list':
      await listed(guest)
      break
    default:
      await share(owner, id, rule)
  }
}

const everything = (user: WireUser) => listed(user, 'showHidden=true')

const byId = (entries: readonly WireBody[]) =>
  [...entries].sort((one, other) => (one.id! < other.id! ? -1 : 1))

async function changesSince(user: WireUser, token: string, maxResults: number) {
  const items: WireBody[] = []
  let page: WireBody
  let more = `&maxResults=${maxResults}`
  do {
    page = (await since(user, token, more)).json
    items.push(...page.items!)
    more = `&maxResults=${maxResults}&pageToken=${page.nextPageToken}`
  } while (page.nextPageToken !== undefined)
  expect(new Set(items.map(({ id }) => id)).size).toBe(items.length)
  return { items, nextSyncToken: page.nextSyncToken! }
}

const isAlike = ({ etag: _, ...one }: WireBody, { etag: __, ...other }: WireBody): boolean =>
  JSON.stringify(one) === JSON.stringify(other)

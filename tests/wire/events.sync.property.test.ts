import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { HttpReply, WireBody } from '../support/http.ts'
import {
  at,
  days,
  type EventCalendar,
  eventCalendar,
  type Query,
} from '../support/listed-events.ts'
import { onEveryEngine, runsOn } from '../support/sites.ts'

const originalStarts = ['04', '05', '06', '07', '08']
const pageSize = fc.constantFrom(1, 2, 3, 5, 250)
const which = fc.nat(4)
const originalStart = fc.constantFrom(...originalStarts)
const title = fc.constantFrom('a', 'b', 'c')
const hour = fc.constantFrom('08', '10', '12')

const rule = fc.constantFrom(
  'RRULE:FREQ=DAILY;COUNT=3',
  'RRULE:FREQ=DAILY;COUNT=5',
  'RRULE:FREQ=DAILY;INTERVAL=2;COUNT=3',
  'RRULE:FREQ=DAILY;UNTIL=20260505T235959Z',
)

/** What happens to one of five events, which begin as three series and two single ones. */
const change = fc.oneof(
  fc.record({ rename: which, title }),
  fc.record({ reschedule: which, hour }),
  fc.record({ repeat: which, rule }),
  fc.record({ remove: which }),
  fc.record({ restore: which }),
  fc.record({ renameOne: which, originalStart, title }),
  fc.record({ moveOne: which, originalStart, hour }),
  fc.record({ removeOne: which, originalStart }),
  fc.record({ restoreOne: which, originalStart }),
  fc.record({ add: title }),
)

type Change = Readonly<Record<string, unknown>>

const steps = fc.array(
  fc.oneof(
    { weight: 4, arbitrary: fc.record({ change }) },
    {
      weight: 1,
      arbitrary: fc.record({
        pageSize,
        isFull: fc.boolean(),
        // What others change between the pages.
        meanwhile: fc.array(change, { maxLength: 3 }),
      }),
    },
  ),
  { minLength: 4, maxLength: 25 },
)

onEveryEngine('replaying what has changed since any sync token', (site) => {
  it.each<Query>([{ singleEvents: false }, { singleEvents: true }])(
    'over the events known then gives the events of a calendar: %j',
    async (query) => {
      await fc.assert(
        fc.asyncProperty(steps, pageSize, async (plan, size) => {
          const calendar = await eventCalendar(site)
          const ids = await fiveEvents(calendar)
          const apply = (each: Change) => applyChange(calendar, ids, each)
          const walk = (from?: Mirrored, maxResults = size, between?: () => Promise<unknown>) =>
            mirrored(calendar, { ...query, maxResults }, { from, between })
          const taken = [await walk()]
          for (const step of plan) {
            if ('change' in step) {
              await apply(step.change)
              continue
            }
            const waiting = [...step.meanwhile]
            const between = async () => {
              const next = waiting.shift()
              if (next !== undefined) await apply(next)
            }
            taken.push(await walk(step.isFull ? undefined : taken.at(-1), step.pageSize, between))
          }
          const { known: whole } = await walk()
          const instances = await calendar.items({ singleEvents: true })
          const there = new Set(instances.map(({ id }) => id))
          for (const from of taken) {
            const { known } = await walk(from)
            const isListed = ([id]: [string | undefined, WireBody]) => whole.has(id)
            const [kept, others] = [
              [...known].filter(isListed),
              [...known].filter((entry) => !isListed(entry)),
            ]
            expect(sorted(kept)).toEqual(sorted(whole))
            // Whatever else a client remembers is cancelled, and hides nothing that is there.
            for (const [id, { status }] of others) {
              expect({ id, status, isThere: there.has(id) }).toEqual({
                id,
                status: 'cancelled',
                isThere: false,
              })
            }
          }
        }),
        { numRuns: runsOn(site, 10) },
      )
    },
  )

  it('returns each event once if nothing changes meanwhile', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(change, { maxLength: 12 }), async (changes) => {
        const calendar = await eventCalendar(site)
        const ids = await fiveEvents(calendar)
        const syncToken = await calendar.syncToken()
        for (const each of changes) await applyChange(calendar, ids, each)
        for (const singleEvents of [false, true]) {
          const told = await calendar.changes(syncToken, { singleEvents })
          const names = told.map(({ id }) => id)
          expect(names.filter((id, index) => names.indexOf(id) !== index)).toEqual([])
        }
      }),
      { numRuns: runsOn(site, 12) },
    )
  })
})

onEveryEngine('lists of events', (site) => {
  it('joined from pages of any size, and from adjoining windows, are the whole list', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(change, { maxLength: 10 }),
        fc.record({ pageSize, hourOfCut: fc.integer({ min: 0, max: 5 * 24 }) }),
        fc.constantFrom('Europe/Berlin', 'America/Los_Angeles', 'Pacific/Kiritimati'),
        async (changes, { pageSize: maxResults, hourOfCut }, timeZone) => {
          const calendar = await eventCalendar(site, { timeZone })
          const ids = await fiveEvents(calendar)
          await calendar.add({ summary: 'day', ...days('2026-05-05', '2026-05-06') })
          for (const each of changes) await applyChange(calendar, ids, each)
          for (const query of listed) {
            const whole = await calendar.items(query)
            const pages = await calendar.walk({ ...query, maxResults })
            expect(pages.flatMap(({ items }) => items)).toEqual(whole)
          }
          const ordered = { singleEvents: true, orderBy: 'startTime' }
          const cut = new Date(Date.UTC(2026, 4, 4, hourOfCut)).toISOString()
          const before = await calendar.items({ ...ordered, timeMax: cut })
          const after = await calendar.items({ ...ordered, timeMin: cut })
          // What is on at the cut is in both.
          const both = new Map([...before, ...after].map((item) => [item.id, item]))
          expect(sorted(both)).toEqual(
            sorted(new Map((await calendar.items(ordered)).map((item) => [item.id, item]))),
          )
        },
      ),
      { numRuns: runsOn(site, 8) },
    )
  })
})

const listed: readonly Query[] = [
  {},
  { showDeleted: true },
  { singleEvents: true },
  { singleEvents: true, showDeleted: true },
  { orderBy: 'updated', singleEvents: true },
  { timeMin: '2026-05-05T09:00:00Z', timeMax: '2026-05-06T11:00:00Z' },
]

type Known = Map<string | undefined, WireBody>

interface Mirrored {
  readonly known: Known
  readonly token: string
}

/** Walks the whole list, or what has changed since, and gives what a client then knows. */
async function mirrored(
  calendar: EventCalendar,
  query: Query,
  {
    from,
    between = async () => {},
  }: { from: Mirrored | undefined; between: (() => Promise<unknown>) | undefined },
): Promise<Mirrored> {
  const known = new Map(from?.known)
  const asked = { ...query, ...(from && { syncToken: from.token }) }
  let page = await calendar.list(asked)
  for (;;) {
    for (const item of page.items!) known.set(item.id, item)
    if (page.nextPageToken === undefined) return { known, token: page.nextSyncToken! }
    await between()
    page = await calendar.list({ ...asked, pageToken: page.nextPageToken })
  }
}

const sorted = (known: Iterable<[string | undefined, WireBody]>) =>
  [...known].sort(([one = ''], [other = '']) => (one < other ? -1 : 1))

async function fiveEvents(calendar: EventCalendar): Promise<string[]> {
  const ids: string[] = []
  for (const recurrence of [[3], [5], [4], [], []]) {
    const [count] = recurrence
    const repeats = count === undefined ? {} : { recurrence: [`RRULE:FREQ=DAILY;COUNT=${count}`] }
    ids.push((await calendar.add({ summary: 'new', ...repeats })).id)
  }
  return ids
}

/** Changes that are refused, because what they are about is not there, are part of the game. */
async function applyChange(
  calendar: EventCalendar,
  ids: readonly string[],
  change: Change,
): Promise<void> {
  const [verb, value] = Object.entries(change)[0]!
  const id = ids[Number(value)] ?? ids[0]!
  const isSeries = ids.indexOf(id) < 3
  const { title, hour, rule, originalStart } = change as Readonly<Record<string, string>>
  const times = (day: string) => at(`${hour}:00`, `${hour}:30`, `2026-05-${day}`)
  const path = calendar.eventPath(id)
  const instance = `${path}_202605${originalStart}T100000Z`
  const { owner } = calendar
  const acts: Record<string, () => Promise<HttpReply>> = {
    rename: () => owner.patch(path, { summary: title }),
    reschedule: () => owner.patch(path, times('04')),
    // What a series was, and then is not any more, is a matter of its own.
    repeat: () => (isSeries ? owner.patch(path, { recurrence: [rule] }) : owner.get(path)),
    remove: () => owner.delete(path),
    restore: () => owner.patch(path, { status: 'confirmed' }),
    renameOne: () => owner.patch(instance, { summary: title }),
    moveOne: () => owner.patch(instance, times(originalStart!)),
    removeOne: () => owner.delete(instance),
    restoreOne: () => owner.patch(instance, { status: 'confirmed' }),
    add: () => owner.post(calendar.events, { summary: String(value), ...at('10:00', '11:00') }),
  }
  const reply = await acts[verb]!()
  expect([200, 204, 400, 404, 410], `${JSON.stringify(change)} ${reply.text}`).toContain(
    reply.status,
  )
}

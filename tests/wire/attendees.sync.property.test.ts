import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { CalendarEvents } from '../support/event-bodies.ts'
import { people } from '../support/guests.ts'
import type { HttpReply, WireBody } from '../support/http.ts'
import { mondayStarts, mondays, timed } from '../support/series-bodies.ts'
import { onEveryEngine, runsOn } from '../support/sites.ts'

const runs = 4

const instance = fc.constantFrom(...mondayStarts.slice(0, 3))
const where = fc.oneof(fc.constant('series'), instance)
const attendee = fc.nat(2)
const response = fc.constantFrom('accepted', 'declined', 'tentative')

/**
 * A change of the guest list, an answer, or a deletion, of a series or of one of its instances, and changes
 * of the series by the organizer and of the times of an attendee's own copy.
 */
const change = fc.oneof(
  { weight: 4, arbitrary: fc.record({ invite: fc.subarray([0, 1, 2]), where }) },
  { weight: 2, arbitrary: fc.record({ answer: response, attendee, where }) },
  { weight: 1, arbitrary: fc.record({ leave: where, attendee }) },
  { weight: 1, arbitrary: fc.record({ comeBack: where, attendee }) },
  { weight: 1, arbitrary: fc.record({ delete: where }) },
  { weight: 1, arbitrary: fc.record({ restore: where }) },
  { weight: 1, arbitrary: fc.record({ repeat: fc.constantFrom(1, 2, 4) }) },
  { weight: 1, arbitrary: fc.record({ retime: fc.constantFrom('09', '10'), attendee }) },
)

type Change = Readonly<Record<string, unknown>>

const firstMonday = mondayStarts[0]!

/** Was once listed twice: an instance that its attendee had deleted before the series was. */
const leftAndRestored = [
  { leave: firstMonday, attendee: 0 },
  { delete: 'series' },
  { restore: 'series' },
  { answer: 'accepted' as const, attendee: 0, where: firstMonday },
]

interface Scene {
  readonly organizer: CalendarEvents
  readonly attendees: readonly CalendarEvents[]
  readonly id: string
}

const queries = ['singleEvents=false', 'singleEvents=true', 'singleEvents=true&showDeleted=true']

// fast-check prints the seed of a failure and the shortest list of changes that causes it.
onEveryEngine('incremental sync over random changes of guest lists', (site) => {
  it('reports each item once, and adds up to a full list', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(change, { minLength: 2, maxLength: 9 }), async (changes) => {
        const [organizer, ...attendees] = await people(site, 4)
        const { id } = await organizer!.make({ ...mondays, ...listOf(attendees) })
        const scene = { organizer: organizer!, attendees, id }
        const mirrors = [organizer!, ...attendees].flatMap((events) =>
          queries.map((query) => new Mirror(events, query)),
        )
        for (const mirror of mirrors) await mirror.sync()
        for (const each of changes) {
          expect([200, 204, 404, 410]).toContain((await apply(scene, each)).status)
          for (const mirror of mirrors) {
            await mirror.sync()
            expect(mirror.living()).toEqual(await mirror.full())
          }
          for (const events of attendees) await expectInstancesToAgree(events, id)
        }
      }),
      { numRuns: runsOn(site, runs), examples: [[leftAndRestored]] },
    )
  }, 240_000)
})

const listOf = (invited: readonly CalendarEvents[]) => ({
  attendees: invited.map(({ calendarId: email }) => ({ email })),
})

function apply({ organizer, attendees, id }: Scene, each: Change): Promise<HttpReply> {
  const place = each.where ?? each.leave ?? each.comeBack ?? each.delete ?? each.restore
  const target = place === 'series' ? id : `${id}_${place}`
  const attendee = attendees[Number(each.attendee ?? 0)]!
  if ('invite' in each) {
    const invited = (each.invite as number[]).map((index) => attendees[index]!)
    return organizer.patch(target, listOf(invited))
  }
  if ('answer' in each) {
    const entry = { email: attendee.calendarId, responseStatus: each.answer }
    return attendee.patch(target, { attendees: [entry], attendeesOmitted: true })
  }
  if ('retime' in each) return attendee.patch(id, timed(`2026-06-01T${each.retime}:00:00`))
  if ('leave' in each) return attendee.delete(target)
  if ('comeBack' in each) return attendee.patch(target, { status: 'confirmed' })
  if ('delete' in each) return organizer.delete(target)
  if ('restore' in each) return organizer.patch(target, { status: 'confirmed' })
  return organizer.patch(id, { recurrence: [`RRULE:FREQ=WEEKLY;COUNT=${each.repeat}`] })
}

/** What a client knows that lists a calendar once and then syncs. */
class Mirror {
  readonly #events: CalendarEvents
  readonly #query: string
  readonly #known = new Map<string, WireBody>()
  #token = ''

  constructor(events: CalendarEvents, query: string) {
    this.#events = events
    this.#query = query
  }

  /** Reads what has changed, in which no id may appear twice. */
  async sync(): Promise<void> {
    const since = this.#token && `&syncToken=${this.#token}`
    const { items, nextSyncToken } = await this.#events.list(`?${this.#query}${since}`)
    expectEachOnce(items)
    for (const item of items) this.#known.set(item.id!, item)
    this.#token = nextSyncToken!
  }

  living(): string[] {
    return versionsOf([...this.#known.values()])
  }

  async full(): Promise<string[]> {
    const { items } = await this.#events.list(`?${this.#query}`)
    expectEachOnce(items)
    return versionsOf(items)
  }
}

function expectEachOnce(items: readonly WireBody[]): void {
  const ids = items.map(({ id }) => id!)
  expect(ids.toSorted()).toEqual([...new Set(ids)].sort())
}

const versionsOf = (items: readonly WireBody[]) =>
  items
    .filter(({ status }) => status !== 'cancelled')
    .map(({ id, etag }) => `${id} ${etag}`)
    .sort()

/** Instances with deleted ones are what is found under their ids. */
async function expectInstancesToAgree(events: CalendarEvents, id: string): Promise<void> {
  const reply = await events.user.get(`${events.path}/${id}/instances?showDeleted=true`)
  // There is no series where the attendee was never invited to the whole of it.
  if (reply.status !== 200) return
  for (const item of reply.json.items!) {
    const { etag, status } = await events.read(item.id!)
    expect({ id: item.id, etag: item.etag, status: item.status }).toEqual({
      id: item.id,
      etag,
      status,
    })
  }
}

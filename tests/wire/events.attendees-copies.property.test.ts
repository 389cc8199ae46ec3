import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { CalendarEvents } from '../support/event-bodies.ts'
import { answersIn, people, sharedPart } from '../support/guests.ts'
import type { HttpReply, WireBody } from '../support/http.ts'
import { mondayStarts, mondays } from '../support/series-bodies.ts'
import { runAlmanac } from '../support/server.ts'
import { onServers, runsOn } from '../support/sites.ts'

const runs = 8

const where = fc.constantFrom('single', 'series', ...mondayStarts.slice(0, 2))
const guest = fc.nat(1)
const title = fc.constantFrom('a', 'b')
const response = fc.constantFrom('accepted', 'declined', 'tentative')
const guests = fc.subarray([0, 1])

/** What the organizer or one of two guests does to an event, a series, or one of its instances. */
const action = fc.oneof(
  fc.record({ invite: guests, where }),
  fc.record({ rename: title, where }),
  fc.record({ reschedule: fc.constantFrom('10', '14'), where }),
  fc.record({ repeat: fc.constantFrom(1, 2, 4) }),
  fc.record({ remove: where }),
  fc.record({ restore: where }),
  fc.record({ hide: fc.boolean() }),
  fc.record({ allow: fc.boolean() }),
  fc.record({ answer: response, guest, where }),
  fc.record({ colour: fc.constantFrom('4', '7'), guest, where }),
  fc.record({ retitle: title, guest, where }),
  fc.record({ leave: where, guest }),
  fc.record({ comeBack: where, guest }),
)

type Action = Readonly<Record<string, unknown>>

interface Scene {
  readonly organizer: CalendarEvents
  readonly guests: readonly CalendarEvents[]
  readonly single: string
  readonly series: string
}

onServers('after whatever organizer and guests do', (site) => {
  it('all copies have the same shared content, and sync reports all of it', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(action, { minLength: 3, maxLength: 14 }), async (actions) => {
        const [organizer, ...others] = await people(site, 3)
        const single = await organizer!.make({ attendees: listOf(others) })
        const series = await organizer!.make({ ...mondays, attendees: listOf(others) })
        const ids = { single: single.id, series: series.id }
        const scene = { organizer: organizer!, guests: others, ...ids }
        const everybody = [organizer!, ...others]
        const before = await Promise.all(everybody.map((one) => mirror(one)))
        for (const each of actions) await perform(scene, each)
        // What a guest has said otherwise on its copy lasts until the organizer speaks.
        await organizer!.patch(single.id, { description: 'done' })
        await organizer!.patch(series.id, { description: 'done' })
        for (const one of others) await expectAgreement(scene, one)
        for (const [index, one] of everybody.entries()) {
          const { known } = await mirror(one, before[index])
          expect(livingIn(known)).toEqual(livingIn((await mirror(one)).known))
        }
      }),
      { numRuns: runsOn(site, runs) },
    )
    const checked = await runAlmanac(['check'], site.place.environment)
    expect(checked.stdout).toBe('No problems found.\n')
  })
})

const listOf = (guestsInvited: readonly CalendarEvents[]) =>
  guestsInvited.map(({ calendarId: email }) => ({ email }))

const idAt = ({ single, series }: Scene, place: unknown): string => {
  if (place === 'single') return single
  return place === 'series' ? series : `${series}_${place}`
}

/** Does something, which may turn out not to be possible. */
async function perform(scene: Scene, each: Action): Promise<void> {
  const { status } = await replyTo(scene, each)
  expect([200, 204, 404, 410]).toContain(status)
}

function replyTo(scene: Scene, each: Action): Promise<HttpReply> {
  const { organizer, single, series, guests: all } = scene
  const id = idAt(scene, each.where ?? each.remove ?? each.restore ?? each.leave ?? each.comeBack)
  const who = all[Number(each.guest ?? 0)]!
  if ('invite' in each) {
    const invited = (each.invite as number[]).map((index) => all[index]!)
    return organizer.patch(id, { attendees: listOf(invited) })
  }
  if ('rename' in each) return organizer.patch(id, { summary: each.rename })
  if ('reschedule' in each) return rescheduled(organizer, id, each.reschedule)
  if ('repeat' in each) {
    return organizer.patch(series, { recurrence: [`RRULE:FREQ=WEEKLY;COUNT=${each.repeat}`] })
  }
  if ('remove' in each) return organizer.delete(id)
  if ('restore' in each) return organizer.patch(id, { status: 'confirmed' })
  if ('hide' in each) return organizer.patch(series, { guestsCanSeeOtherGuests: !each.hide })
  if ('allow' in each) return organizer.patch(single, { guestsCanModify: each.allow })
  if ('answer' in each) {
    const attendees = [{ email: who.calendarId, responseStatus: each.answer }]
    return who.patch(id, { attendees, attendeesOmitted: true })
  }
  if ('colour' in each) return who.patch(id, { colorId: each.colour })
  if ('retitle' in each) return who.patch(id, { summary: each.retitle })
  if ('leave' in each) return who.delete(id)
  return who.patch(id, { status: 'confirmed' })
}

async function rescheduled(events: CalendarEvents, id: string, hour: unknown) {
  const reply = await events.get(id)
  if (reply.status !== 200) return reply
  const day = (reply.json.start as { dateTime: string }).dateTime.slice(0, 10)
  const at = (time: unknown) => ({ dateTime: `${day}T${time}:00:00`, timeZone: 'Europe/Berlin' })
  return events.patch(id, { start: at(hour), end: at(Number(hour) + 1) })
}

/** What a guest has of the event and of the series is what the organizer has of them. */
async function expectAgreement(scene: Scene, one: CalendarEvents): Promise<void> {
  const { organizer } = scene
  const theirs = await occurrences(organizer)
  const own = await occurrences(one)
  for (const [id, event] of theirs) {
    const entry = answersIn(event)[one.calendarId]
    const copy = own.get(id)
    if (entry === undefined) expect({ id, copy }).toEqual({ id, copy: undefined })
    else if (copy !== undefined) expect(seenBy(one, copy)).toEqual(seenBy(one, event))
    // Only who has left has no copy, and that is known.
    else expect({ id, entry }).toEqual({ id, entry: 'declined' })
  }
  for (const id of own.keys()) expect(theirs.has(id)).toBe(true)
}

async function occurrences(events: CalendarEvents): Promise<Map<string, WireBody>> {
  const { items } = await events.list('?singleEvents=true')
  return new Map(items.map((item) => [item.id!, item]))
}

/** The shared part as a guest may see it, times as instants. */
function seenBy({ calendarId }: CalendarEvents, event: WireBody): unknown {
  const shared = sharedPart(event) as WireBody & { attendees: WireBody[] }
  const { attendeesOmitted: _, ...rest } = shared as unknown as Record<string, unknown>
  const isHidden = event.guestsCanSeeOtherGuests === false
  const attendees = shared.attendees.filter(({ email }) => !isHidden || email === calendarId)
  return { ...rest, attendees }
}

interface Mirrored {
  readonly known: Map<string, WireBody>
  readonly token: string
}

/** What a client knows that begins anew, or goes on from what it knew. */
async function mirror(events: CalendarEvents, from?: Mirrored): Promise<Mirrored> {
  const query = from === undefined ? '' : `?syncToken=${from.token}`
  const { items, nextSyncToken } = await events.list(query)
  const known = new Map(from?.known)
  for (const item of items) known.set(item.id!, item)
  return { known, token: nextSyncToken! }
}

const livingIn = (known: ReadonlyMap<string, WireBody>) =>
  [...known.values()]
    .filter(({ status }) => status !== 'cancelled')
    .map(({ id, etag }) => `${id} ${etag}`)
    .sort()

import fc from 'fast-check'
import { expect, it } from 'vitest'
import {
  calendarWith,
  type SeriesCalendar,
  seriesOf,
  timed,
  type WireEvent,
} from '../support/series-bodies.ts'
import { onEveryEngine, runsOn } from '../support/sites.ts'

const runs = 16

const series = fc.constantFrom(
  { recurrence: ['RRULE:FREQ=WEEKLY;COUNT=4'] },
  { recurrence: ['RRULE:FREQ=WEEKLY;COUNT=2'] },
  { recurrence: ['RRULE:FREQ=DAILY;COUNT=6'] },
  { recurrence: ['RRULE:FREQ=WEEKLY;COUNT=4', 'EXDATE:20260608T070000Z'] },
  timed('2026-06-01T09:00:00', { minutes: 30 }),
  timed('2026-06-01T10:00:00'),
  timed('2026-06-08T09:00:00'),
  { location: 'Hall' },
  { location: null },
  { summary: 'Daily' },
  { status: 'tentative' },
  { status: 'confirmed' },
  { status: 'cancelled' },
  { visibility: 'private' },
  { visibility: 'default' },
  { reminders: { useDefault: false, overrides: [{ method: 'popup', minutes: 5 }] } },
)

const instance = fc.constantFrom(
  { summary: 'Retro' },
  { summary: 'Stand-up' },
  { location: 'Yard' },
  { status: 'cancelled' },
  { status: 'confirmed' },
  { status: 'tentative' },
  { visibility: 'private' },
  timed('2026-06-03T12:00:00'),
  { start: { date: '2026-06-20' }, end: { date: '2026-06-21' } },
)

/** A change of the series, or of the instance that has this place among all there have been. */
const steps = fc.array(
  fc.oneof(fc.record({ patch: series }), fc.record({ patch: instance, index: fc.nat({ max: 5 }) })),
  { minLength: 1, maxLength: 8 },
)

onEveryEngine('keeping up with a series by any means', (site) => {
  it.each([true, false])(
    'updates the old list to the new one with singleEvents=%s',
    async (singleEvents) => {
      await fc.assert(
        fc.asyncProperty(steps, steps, async (before, after) => {
          const { calendar, master } = await calendarWith(
            site,
            seriesOf('RRULE:FREQ=WEEKLY;COUNT=4'),
          )
          await take(before, { calendar, id: master.id })
          const list = () => calendar.list({ singleEvents })
          const kept = new Map((await list()).map((event) => [event.id, event]))
          const changes = await calendar.syncing({ singleEvents })
          await take(after, { calendar, id: master.id })
          const told = await changes()
          expect(new Set(told.map(({ id }) => id)).size).toBe(told.length)
          for (const event of told) kept.set(event.id, event)
          const now = await list()
          for (const event of now) expect(kept.get(event.id)).toEqual(event)
          const listed = new Set(now.map(({ id }) => id))
          for (const { id, status } of kept.values()) {
            if (!listed.has(id)) expect({ id, status }).toEqual({ id, status: 'cancelled' })
          }
          await expectOneView(calendar, master.id)
        }),
        { numRuns: runsOn(site, runs) },
      )
    },
  )
})

type Step = { readonly patch: object; readonly index?: number }

async function take(
  steps: readonly Step[],
  { calendar, id }: { calendar: SeriesCalendar; id: string },
): Promise<void> {
  for (const { patch, index } of steps) {
    const instances = index === undefined ? [] : await calendar.instances(id, { showDeleted: true })
    const target = index === undefined ? id : instances[index]?.id
    if (target === undefined) continue
    const { status } = await calendar.user.patch(calendar.at(target), patch)
    // An instance of a series that is deleted cannot be changed.
    expect([200, ...(index === undefined ? [] : [410])]).toContain(status)
  }
}

/** However instances are read, they are the same. */
async function expectOneView(calendar: SeriesCalendar, id: string): Promise<void> {
  const all = await calendar.instances(id, { showDeleted: true })
  for (const instance of all) expect(await calendar.get(instance.id)).toEqual(instance)
  const expanded = await calendar.list({ singleEvents: true })
  expect(sorted(expanded)).toEqual(sorted(all.filter(({ status }) => status !== 'cancelled')))
}

const sorted = (events: readonly WireEvent[]) =>
  events.toSorted((one, other) => (one.id < other.id ? -1 : 1))

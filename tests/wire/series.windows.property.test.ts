import fc from 'fast-check'
import { expect, it } from 'vitest'
import { newSeriesCalendar, type SeriesCalendar, timed } from '../support/series-bodies.ts'
import { onEveryEngine, runsOn } from '../support/sites.ts'

const runs = 12

const zones = ['Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'Asia/Beirut', 'UTC']
const rules = [
  'FREQ=DAILY',
  'FREQ=DAILY;INTERVAL=3;COUNT=20',
  'FREQ=WEEKLY;BYDAY=MO,WE,SU;COUNT=25',
  'FREQ=WEEKLY;INTERVAL=2;UNTIL=20260601T000000Z',
  'FREQ=MONTHLY;BYDAY=-1SU',
  'FREQ=MONTHLY;BYMONTHDAY=1,29,31;COUNT=9',
  'FREQ=DAILY;BYHOUR=0,2,23;COUNT=60',
]

const first = Temporal.PlainDate.from('2026-03-01')
const dates = fc.integer({ min: 0, max: 60 }).map((days) => first.add({ days }).toString())
const hours = fc.constantFrom('00:00:00', '02:30:00', '12:00:00', '23:30:00')

const timedSeries = fc
  .record({
    date: dates,
    hour: hours,
    zone: fc.constantFrom(...zones),
    minutes: fc.constantFrom(0, 30, 24 * 60, 3 * 24 * 60),
    rule: fc.constantFrom(...rules),
  })
  .map(({ date, hour, rule, ...length }) => ({
    ...timed(`${date}T${hour}`, length),
    recurrence: [`RRULE:${rule}`],
  }))

const wholeDaySeries = fc
  .record({
    date: dates,
    days: fc.integer({ min: 1, max: 4 }),
    rule: fc.constantFrom(...rules.filter((rule) => !rule.includes('BYHOUR'))),
  })
  .map(({ date, days, rule }) => ({
    start: { date },
    end: { date: Temporal.PlainDate.from(date).add({ days }).toString() },
    recurrence: [`RRULE:${rule.replace('T000000Z', '')}`],
  }))

/** What happens to some of the instances. */
const disturbances = fc.array(
  fc.record({
    index: fc.nat({ max: 12 }),
    change: fc.constantFrom(
      { status: 'cancelled' },
      { summary: 'Other' },
      timed('2026-04-05T12:00:00'),
      { start: { date: '2026-04-20' }, end: { date: '2026-04-22' } },
    ),
  }),
  { maxLength: 6 },
)

const plans = fc.record({
  zone: fc.constantFrom(...zones),
  series: fc.array(fc.record({ body: fc.oneof(timedSeries, wholeDaySeries), disturbances }), {
    minLength: 1,
    maxLength: 3,
  }),
  cuts: fc.uniqueArray(fc.integer({ min: 0, max: 24 * 120 }), { minLength: 3, maxLength: 3 }),
  maxResults: fc.integer({ min: 1, max: 40 }),
})

onEveryEngine('series in any window', (site) => {
  it('return in two adjoining windows the same as in both, and in pages the same as in one', async () => {
    await fc.assert(
      fc.asyncProperty(plans, async ({ zone, series, cuts, maxResults }) => {
        const calendar = await newSeriesCalendar(site, { zone })
        for (const { body, disturbances } of series) {
          const { id } = await calendar.insert(body)
          await disturb(calendar, id, disturbances)
        }
        const [from, between, to] = cuts.sort((one, other) => one - other).map(instantAt)
        const whole = await calendar.expanded({ timeMin: from!, timeMax: to! })
        const left = await calendar.expanded({ timeMin: from!, timeMax: between! })
        const right = await calendar.expanded({ timeMin: between!, timeMax: to! })
        // What is on at the cut is in both, and what has no length ends with it.
        const isInstant = (event: { start: object; end: object }) =>
          JSON.stringify(event.start) === JSON.stringify(event.end)
        const lasting = whole.filter((event) => !isInstant(event))
        const joined = [...left, ...right].filter((event) => !isInstant(event))
        expect(new Set(joined.map(({ id }) => id))).toEqual(new Set(lasting.map(({ id }) => id)))
        const window = { timeMin: from!, timeMax: to! }
        expect(await calendar.expanded({ ...window, maxResults })).toEqual(whole)
        await expectSameInstances(calendar, window, whole)
      }),
      { numRuns: runsOn(site, runs) },
    )
  })
})

async function disturb(
  calendar: SeriesCalendar,
  id: string,
  disturbances: readonly { index: number; change: object }[],
): Promise<void> {
  const instances = await calendar.instances(id, { timeMax: '2027-01-01T00:00:00Z' })
  for (const { index, change } of disturbances) {
    const instance = instances[index]
    if (instance === undefined) continue
    const { status } = await calendar.user.patch(calendar.at(instance.id), change)
    expect(status).toBe(200)
  }
}

/** Instances include what ends exactly when the window begins; but for that both agree. */
async function expectSameInstances(
  calendar: SeriesCalendar,
  window: { timeMin: string; timeMax: string },
  whole: readonly { id: string }[],
): Promise<void> {
  const masters = (await calendar.list()).filter(({ recurrence }) => recurrence !== undefined)
  const known = new Set(whole.map(({ id }) => id))
  for (const { id } of masters) {
    const instances = await calendar.instances(id, window)
    const paged = await calendar.instances(id, { ...window, maxResults: 3 })
    expect(paged).toEqual(instances)
    const ids = new Set(instances.map((instance) => instance.id))
    for (const listed of known) if (listed.startsWith(`${id}_`)) expect(ids).toContain(listed)
  }
}

const instantAt = (hours: number): string =>
  Temporal.Instant.from('2026-02-25T00:00:00Z').add({ hours }).toString()

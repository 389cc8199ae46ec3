import fc from 'fast-check'
import { expect, it } from 'vitest'
import { done } from '../support/listed-events.ts'
import {
  newSeriesCalendar,
  type SeriesCalendar,
  timed,
  type WireEvent,
} from '../support/series-bodies.ts'
import { onEveryEngine, runsOn } from '../support/sites.ts'

const runs = 16

const zones = ['Europe/Berlin', 'America/Havana', 'Asia/Beirut', 'Pacific/Apia', 'UTC']
const rules = [
  'FREQ=DAILY;COUNT=20',
  'FREQ=WEEKLY;BYDAY=MO,WE,SU',
  'FREQ=MONTHLY;BYMONTHDAY=1,29',
  'FREQ=DAILY;BYHOUR=0,2,23;COUNT=40',
]

const first = Temporal.PlainDate.from('2026-10-01')
const dates = fc.integer({ min: 0, max: 50 }).map((days) => first.add({ days }).toString())

const times = fc.oneof(
  fc
    .record({
      date: dates,
      hour: fc.constantFrom('00:00:00', '02:30:00', '12:00:00', '23:30:00'),
      zone: fc.constantFrom(...zones),
      minutes: fc.constantFrom(0, 30, 90, 24 * 60, 3 * 24 * 60, 600 * 24 * 60),
    })
    .map(({ date, hour, ...length }) => timed(`${date}T${hour}`, length)),
  fc.record({ date: dates, count: fc.integer({ min: 1, max: 4 }) }).map(({ date, count }) => ({
    start: { date },
    end: { date: Temporal.PlainDate.from(date).add({ days: count }).toString() },
  })),
)

const manners = fc.constantFrom({}, {}, { transparency: 'transparent' }, { status: 'tentative' })
const events = fc.record({
  times,
  manner: manners,
  rule: fc.option(fc.constantFrom(...rules)),
  changes: fc.array(
    fc.record({
      index: fc.nat({ max: 8 }),
      change: fc.oneof(times, manners, fc.constant({ status: 'cancelled' })),
    }),
    { maxLength: 3 },
  ),
})

const plans = fc.record({
  zone: fc.constantFrom(...zones),
  events: fc.array(events, { minLength: 1, maxLength: 5 }),
  cuts: fc.uniqueArray(fc.integer({ min: 0, max: 24 * 70 }), { minLength: 3, maxLength: 3 }),
})

onEveryEngine('free and busy time', (site) => {
  it('is what the events of the same window take up', async () => {
    await fc.assert(
      fc.asyncProperty(plans, async ({ zone, events, cuts }) => {
        const calendar = await newSeriesCalendar(site, { zone })
        for (const event of events) await arrange(calendar, event)
        const [from, between, to] = cuts.sort((one, other) => one - other).map(instantAt)
        for (const [timeMin, timeMax] of [
          [from!, to!],
          [from!, between!],
          [between!, to!],
        ] as const) {
          const listed = await calendar.expanded({ timeMin, timeMax })
          const wanted = takenUp(listed, {
            zone,
            from: Date.parse(timeMin),
            to: Date.parse(timeMax),
          })
          expect(await busy(calendar, { timeMin, timeMax })).toEqual(wanted)
        }
      }),
      { numRuns: runsOn(site, runs) },
    )
  })
})

async function arrange(
  calendar: SeriesCalendar,
  { times, manner, rule, changes }: typeof events extends fc.Arbitrary<infer T> ? T : never,
): Promise<void> {
  const isOfDays = 'date' in times.start
  const usable = rule !== null && !(isOfDays && rule.includes('BYHOUR'))
  const body = { ...times, ...manner, ...(usable && { recurrence: [`RRULE:${rule}`] }) }
  const { id } = await calendar.insert(body)
  if (!usable) return
  const instances = await calendar.instances(id, { timeMax: '2027-01-01T00:00:00Z' })
  for (const { index, change } of changes) {
    const instance = instances[index]
    if (instance !== undefined) await calendar.user.patch(calendar.at(instance.id), change)
  }
}

async function busy({ user, path }: SeriesCalendar, window: object): Promise<string[]> {
  const id = path.slice('/calendars/'.length)
  const reply = await user.post('/freeBusy', { ...window, items: [{ id }] })
  const calendars = done(reply).calendars as Record<string, { busy: Record<string, string>[] }>
  return calendars[id]!.busy.map(({ start, end }) => `${start} ${end}`)
}

/** The plain way: minute by minute, since nothing here begins or ends between two. */
function takenUp(
  listed: readonly WireEvent[],
  { zone, from, to }: { zone: string; from: number; to: number },
): string[] {
  const minutes = (to - from) / 60_000
  const isTaken = new Uint8Array(minutes + 1)
  for (const { start, end, transparency } of listed) {
    if (transparency === 'transparent') continue
    const [begin, finish] = [start, end].map((time) => (instantOf(time, zone) - from) / 60_000)
    isTaken.fill(1, Math.max(begin!, 0), Math.max(Math.min(finish!, minutes), 0))
  }
  const edges: string[] = []
  for (let minute = 0; minute <= minutes; minute++) {
    if (isTaken[minute] !== (isTaken[minute - 1] ?? 0)) edges.push(textOf(from + minute * 60_000))
  }
  return edges.flatMap((edge, index) => (index % 2 === 0 ? [`${edge} ${edges[index + 1]}`] : []))
}

const instantOf = ({ date, dateTime }: WireEvent['start'], zone: string): number =>
  date === undefined
    ? Date.parse(dateTime!)
    : Temporal.PlainDate.from(date).toZonedDateTime(zone).epochMilliseconds

const textOf = (ms: number): string => new Date(ms).toISOString().replace('.000Z', 'Z')

const instantAt = (hours: number): string =>
  Temporal.Instant.from('2026-09-25T00:00:00Z').add({ hours }).toString()

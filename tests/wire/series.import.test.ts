import { expect, it } from 'vitest'
import {
  calendarWith,
  newSeriesCalendar,
  type SeriesCalendar,
  seriesOf,
  timed,
  type WireEvent,
  wholeDays,
} from '../support/series-bodies.ts'
import { onEveryEngine } from '../support/sites.ts'

const rule = 'RRULE:FREQ=DAILY;COUNT=5'
const berliners = seriesOf(rule, { start: '2026-03-27T09:00:00' })
const tokyoites = seriesOf(rule, { start: '2026-03-27T17:00:00', zone: 'Asia/Tokyo' })
const days = {
  ...wholeDays,
  start: { date: '2026-03-27' },
  end: { date: '2026-03-28' },
  recurrence: [rule],
}

onEveryEngine('carrying a series to another calendar', (site) => {
  it.each([
    ['times', berliners],
    ['times in another zone', tokyoites],
    ['whole days', days],
  ])('gives the same instances of %s there', async (_, body) => {
    const { calendar, master } = await calendarWith(site, body)
    const [first, second, , , fifth] = await calendar.instances(master.id)
    await calendar.patch(first!.id, { description: 'First' })
    await calendar.patch(second!.id, { summary: 'Moved', ...timed('2026-04-10T12:00:00') })
    await calendar.delete(fifth!.id)
    const copy = await newSeriesCalendar(site)
    await carry(await calendar.list({ showDeleted: true }), copy)
    expect((await copy.expanded()).map(told)).toEqual((await calendar.expanded()).map(told))
    expect(await copy.expanded()).toHaveLength(4)
    await carry(await calendar.list({ showDeleted: true }), copy)
    expect((await copy.expanded()).map(told)).toEqual((await calendar.expanded()).map(told))
  })

  // The rules below do not depend on the engine.
  if (!site.isEmbedded) return

  it('leaves the series alone when an exception is imported again', async () => {
    const { calendar, master } = await calendarWith(site, berliners)
    const second = await calendar.patch(`${master.id}_20260328T080000Z`, { summary: 'Retro' })
    const copy = await newSeriesCalendar(site)
    await carry([master], copy)
    const [before] = await copy.list()
    await carry([second], copy)
    await carry([{ ...second, summary: 'Review', sequence: 1 }], copy)
    const after = await copy.list()
    expect(after).toHaveLength(2)
    expect(after).toContainEqual(before)
    const changed = after.find(({ recurringEventId }) => recurringEventId !== undefined)
    expect(changed).toMatchObject({ summary: 'Review', iCalUID: master.iCalUID })
  })
})

/** As a client does that knows both calendars: the series first, then what differs from it. */
async function carry(events: readonly WireEvent[], to: SeriesCalendar): Promise<void> {
  const [series, exceptions] = [true, false].map((isSeries) =>
    events.filter(({ recurrence }) => (recurrence !== undefined) === isSeries),
  )
  for (const { organizer: _, ...event } of [...series!, ...exceptions!]) {
    const { status, text } = await to.user.post(`${to.path}/events/import`, event)
    expect({ status, text }).toMatchObject({ status: 200 })
  }
}

const told = ({ summary, description, start, end, originalStartTime, iCalUID }: WireEvent) => ({
  summary,
  description,
  start,
  end,
  originalStartTime,
  iCalUID,
})

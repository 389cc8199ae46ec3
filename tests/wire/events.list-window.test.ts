import { expect, it } from 'vitest'
import {
  at,
  daily,
  days,
  type EventCalendar,
  eventCalendar,
  moment,
  type Query,
} from '../support/listed-events.ts'
import { expectRefusal } from '../support/refusal.ts'
import { onEveryEngine } from '../support/sites.ts'

/** The same window is asked for in all ways in which a list can find what is in it. */
const ways: readonly Query[] = [
  {},
  { singleEvents: true },
  { singleEvents: true, orderBy: 'startTime' },
  { orderBy: 'updated' },
  { singleEvents: true, orderBy: 'updated' },
]

async function expectTitles(calendar: EventCalendar, window: Query, titles: readonly string[]) {
  for (const way of ways) {
    const found = await calendar.titles({ ...way, ...window })
    expect({ way, titles: found.sort() }).toEqual({ way, titles })
  }
}

onEveryEngine('the window of a list of events', (site) => {
  // Scenario 52.
  it('contains what ends after timeMin and starts before timeMax', async () => {
    const calendar = await eventCalendar(site)
    await calendar.add({ summary: 'A', ...at('10:00', '11:00') })
    await calendar.add({ summary: 'B', ...at('11:00', '12:00') })
    await expectTitles(calendar, { timeMin: moment('11:00') }, ['B'])
    await expectTitles(calendar, { timeMax: moment('11:00') }, ['A'])
    await expectTitles(calendar, { timeMin: moment('10:59') }, ['A', 'B'])
    await expectTitles(calendar, { timeMax: moment('11:01') }, ['A', 'B'])
    await expectTitles(calendar, { timeMin: moment('12:00') }, [])
    await expectTitles(calendar, { timeMax: moment('10:00') }, [])
    await expectTitles(calendar, { timeMin: moment('10:30'), timeMax: moment('11:00') }, ['A'])
  })

  it('contains an event that is longer than the window', async () => {
    const calendar = await eventCalendar(site)
    const { start } = at('10:00', '11:00', '2026-04-01')
    const { end } = at('10:00', '11:00', '2026-06-01')
    await calendar.add({ summary: 'Quarter', start, end })
    await calendar.add({ summary: 'Half', ...days('2026-01-01', '2026-07-01') })
    const window = { timeMin: moment('10:00'), timeMax: moment('10:01') }
    await expectTitles(calendar, window, ['Half', 'Quarter'])
    await calendar.patch((await calendar.add({ summary: 'Short' })).id, { summary: 'Hour' })
    await expectTitles(calendar, window, ['Half', 'Hour', 'Quarter'])
  })

  it('follows the zone of the calendar when that changes, and timed events stay', async () => {
    const calendar = await eventCalendar(site)
    await calendar.add({ summary: 'Day', ...days('2026-05-04', '2026-05-05') })
    await calendar.add({ summary: 'Hour', ...at('10:00', '11:00') })
    const late = { timeMin: '2026-05-05T06:00:00Z' }
    await expectTitles(calendar, late, [])
    await calendar.owner.patch(calendar.path, { timeZone: 'America/Los_Angeles' })
    await expectTitles(calendar, late, ['Day'])
    await expectTitles(calendar, { timeMax: moment('10:00') }, ['Day'])
    await expectTitles(calendar, { timeMax: moment('07:00') }, [])
    await expectTitles(calendar, { timeMin: moment('10:59'), timeMax: moment('11:00') }, [
      'Day',
      'Hour',
    ])
  })

  it('is right if the clocks of the zone skip midnight', async () => {
    const calendar = await eventCalendar(site, { timeZone: 'Africa/Cairo' })
    await calendar.add({ summary: 'After', ...days('2026-04-24', '2026-04-25') })
    await calendar.add({ summary: 'Before', ...days('2026-04-23', '2026-04-24') })
    // At 22:00Z it turns from the end of the 23rd to one o'clock of the 24th.
    await expectTitles(calendar, { timeMax: '2026-04-23T22:00:00Z' }, ['Before'])
    await expectTitles(calendar, { timeMax: '2026-04-23T22:00:01Z' }, ['After', 'Before'])
    await expectTitles(calendar, { timeMin: '2026-04-23T22:00:00Z' }, ['After'])
    await expectTitles(calendar, { timeMin: '2026-04-23T21:59:59Z' }, ['After', 'Before'])
  })

  it('contains a series of which an instance is in it, and only those instances', async () => {
    const calendar = await eventCalendar(site)
    const { id } = await calendar.add({ summary: 'Daily', ...daily() })
    const second = { timeMin: moment('11:00'), timeMax: moment('10:01', '2026-05-05') }
    expect(await calendar.titles(second)).toEqual(['Daily'])
    const instances = await calendar.items({ ...second, singleEvents: true })
    expect(instances).toMatchObject([{ id: `${id}_20260505T100000Z` }])
    const between = { timeMin: moment('11:00'), timeMax: moment('10:00', '2026-05-05') }
    await expectTitles(calendar, between, [])
    await expectTitles(calendar, { timeMin: moment('11:00', '2026-05-06') }, [])
  })

  it('reports an instance that has left it, so that clients can remove it', async () => {
    const calendar = await eventCalendar(site)
    const { id } = await calendar.add({ summary: 'Long', ...at('10:00', '14:00'), ...daily() })
    const moved = await calendar.patch(`${id}_20260505T100000Z`, {
      summary: 'Moved',
      ...at('10:00', '10:30', '2026-06-01'),
    })
    const originalStart = {
      timeMin: moment('13:00', '2026-05-05'),
      timeMax: moment('13:30', '2026-05-05'),
    }
    expect(await calendar.items(originalStart)).toEqual([(await calendar.items())[0], moved])
    expect(await calendar.items({ ...originalStart, singleEvents: true })).toEqual([])
    const later = { timeMin: moment('09:00', '2026-06-01') }
    expect(await calendar.titles(later)).toEqual(['Moved'])
    expect(await calendar.titles({ ...later, singleEvents: true })).toEqual(['Moved'])
  })

  it('contains a cancelled instance at its original start', async () => {
    const calendar = await eventCalendar(site)
    const { id } = await calendar.add({ ...daily() })
    await calendar.remove(`${id}_20260505T100000Z`)
    const day = { timeMin: moment('00:00', '2026-05-05'), timeMax: moment('00:00', '2026-05-06') }
    expect(await calendar.items(day)).toMatchObject([
      { id },
      { id: `${id}_20260505T100000Z`, status: 'cancelled' },
    ])
    const other = { timeMin: moment('00:00', '2026-05-06') }
    expect(await calendar.items(other)).toMatchObject([{ id }])
  })

  // The rules below do not depend on the engine.
  if (!site.isEmbedded) return

  it('contains an event without length only between its bounds', async () => {
    const calendar = await eventCalendar(site)
    await calendar.add({ summary: 'Noon', ...at('12:00', '12:00') })
    await expectTitles(calendar, { timeMin: moment('12:00') }, [])
    await expectTitles(calendar, { timeMax: moment('12:00') }, [])
    await expectTitles(calendar, { timeMin: moment('11:59'), timeMax: moment('12:01') }, ['Noon'])
  })

  it.each([
    ['Europe/Berlin', '2026-05-03T22:00:00Z', '2026-05-04T22:00:00Z'],
    ['America/Los_Angeles', '2026-05-04T07:00:00Z', '2026-05-05T07:00:00Z'],
    ['Pacific/Kiritimati', '2026-05-03T10:00:00Z', '2026-05-04T10:00:00Z'],
    ['Pacific/Niue', '2026-05-04T11:00:00Z', '2026-05-05T11:00:00Z'],
  ])('holds a whole day from midnight to midnight in %s', async (timeZone, begin, end) => {
    const calendar = await eventCalendar(site, { timeZone })
    await calendar.add({ summary: 'Day', ...days('2026-05-04', '2026-05-05') })
    await calendar.add({
      summary: 'Days',
      ...days('2026-05-04', '2026-05-05'),
      recurrence: ['RRULE:FREQ=YEARLY;COUNT=2'],
    })
    const both = ['Day', 'Days']
    const second = (text: string, seconds: number) =>
      new Date(Date.parse(text) + seconds * 1000).toISOString()
    const year = { timeMax: '2026-12-31T00:00:00Z' }
    await expectTitles(calendar, { timeMin: second(end, -1), ...year }, both)
    await expectTitles(calendar, { timeMin: end, ...year }, [])
    await expectTitles(calendar, { timeMax: second(begin, 1) }, both)
    await expectTitles(calendar, { timeMax: begin }, [])
    // The zone that times are shown in does not count.
    await expectTitles(calendar, { timeMax: begin, timeZone: 'Pacific/Kiritimati' }, [])
  })

  // Scenario 53.
  it('is over for an all-day event in Berlin at ten in the evening of a summer in UTC', async () => {
    const calendar = await eventCalendar(site)
    await calendar.add({ summary: 'Day', ...days('2026-07-10', '2026-07-11') })
    await expectTitles(calendar, { timeMin: '2026-07-10T22:30:00Z' }, [])
    await expectTitles(calendar, { timeMin: '2026-07-10T21:30:00Z' }, ['Day'])
  })

  it('is right if the clocks of the zone show midnight twice', async () => {
    const calendar = await eventCalendar(site, { timeZone: 'America/Havana' })
    await calendar.add({ summary: 'After', ...days('2026-11-01', '2026-11-02') })
    await calendar.add({ summary: 'Before', ...days('2026-10-31', '2026-11-01') })
    // It is midnight at 04:00Z and, after an hour, again.
    await expectTitles(calendar, { timeMax: '2026-11-01T04:00:00Z' }, ['Before'])
    await expectTitles(calendar, { timeMax: '2026-11-01T05:00:00Z' }, ['After', 'Before'])
    await expectTitles(calendar, { timeMin: '2026-11-01T04:00:00Z' }, ['After'])
    await expectTitles(calendar, { timeMin: '2026-11-01T05:00:00Z' }, ['After'])
    await expectTitles(calendar, { timeMin: '2026-11-01T03:59:59Z' }, ['After', 'Before'])
  })

  it('does not look at milliseconds', async () => {
    const calendar = await eventCalendar(site)
    await calendar.add({ summary: 'A' })
    await expectTitles(calendar, { timeMin: '2026-05-04T10:59:59.999Z' }, ['A'])
    await expectTitles(calendar, { timeMin: '2026-05-04T11:00:00.999Z' }, [])
    await expectTitles(calendar, { timeMax: '2026-05-04T10:00:00.999Z' }, [])
    await expectTitles(calendar, { timeMax: '2026-05-04T10:00:01Z' }, ['A'])
    const query = { timeMin: '2026-05-04T10:00:00.100Z', timeMax: '2026-05-04T10:00:00.900Z' }
    expectRefusal(await calendar.ask(query), { status: 400, reason: 'timeRangeEmpty' })
  })

  it('takes offsets of any kind', async () => {
    const calendar = await eventCalendar(site)
    await calendar.add({ summary: 'A' })
    await expectTitles(calendar, { timeMin: '2026-05-04T12:59:59+02:00' }, ['A'])
    await expectTitles(calendar, { timeMin: '2026-05-04T13:00:00+02:00' }, [])
    await expectTitles(calendar, { timeMax: '2026-05-04T04:30:00-05:30' }, [])
  })

  it('reports an all-day event that has left it by the time zone of the calendar', async () => {
    const calendar = await eventCalendar(site, { timeZone: 'America/Los_Angeles' })
    const days3 = { ...days('2026-05-04', '2026-05-05'), ...daily() }
    const { id } = await calendar.add({ summary: 'Daily', ...days3 })
    await calendar.patch(`${id}_20260505`, {
      summary: 'Moved',
      ...days('2026-06-01', '2026-06-02'),
    })
    // The sixth begins at 07:00Z.
    const evening = { timeMin: '2026-05-06T02:00:00Z', timeMax: '2026-05-06T03:00:00Z' }
    expect((await calendar.titles(evening)).sort()).toEqual(['Daily', 'Moved'])
    expect(await calendar.titles({ ...evening, singleEvents: true })).toEqual([])
  })

  // Scenario 55.
  it.each([
    ['before', '2026-05-04T09:00:00Z'],
    ['at', '2026-05-04T10:00:00Z'],
  ])('cannot end %s its beginning', async (_, timeMax) => {
    const calendar = await eventCalendar(site)
    expectRefusal(await calendar.ask({ timeMin: moment('10:00'), timeMax }), {
      status: 400,
      reason: 'timeRangeEmpty',
      domain: 'calendar',
      location: 'timeMax',
    })
  })

  it.each(['2026-05-01', '2026-05-01T00:00:00', 'yesterday', '2026-02-30T00:00:00Z', '0'])(
    'is not bounded by %s',
    async (text) => {
      const calendar = await eventCalendar(site)
      for (const name of ['timeMin', 'timeMax', 'updatedMin']) {
        expectRefusal(await calendar.ask({ [name]: text }), { status: 400, reason: 'badRequest' })
      }
    },
  )

  it('is shown in any zone of the tz database, and in no other', async () => {
    const calendar = await eventCalendar(site)
    await calendar.add()
    const [shown] = await calendar.items({ timeZone: 'Asia/Tokyo' })
    expect(shown).toMatchObject({ start: { dateTime: '2026-05-04T19:00:00+09:00' } })
    expect(await calendar.list({ timeZone: 'Asia/Tokyo' })).toMatchObject({
      timeZone: 'Europe/Berlin',
    })
    expectRefusal(await calendar.ask({ timeZone: 'Tokyo Standard Time' }), {
      status: 400,
      reason: 'invalid',
      location: 'timeZone',
    })
  })
})

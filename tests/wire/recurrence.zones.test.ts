import { expect, it } from 'vitest'
import {
  berlin,
  calendarWith,
  newSeriesCalendar,
  originalStartsOf,
  seriesOf,
  startsOf,
} from '../support/series-bodies.ts'
import { onEveryEngine } from '../support/sites.ts'

onEveryEngine('series where clocks change', (site) => {
  it('show exceptions in the new zone of their calendar, also after the series has changed', async () => {
    const { calendar, master } = await calendarWith(site, seriesOf('RRULE:FREQ=DAILY;COUNT=3'))
    const [first, second, third] = await calendar.instances(master.id)
    await calendar.patch(first!.id, { summary: 'Longer' })
    await calendar.delete(second!.id)
    await calendar.patch(third!.id, { location: 'Hall' })
    await calendar.user.patch(calendar.path, { timeZone: 'Asia/Tokyo' })
    await calendar.patch(master.id, { description: 'Bring coffee' })
    await calendar.patch(master.id, { recurrence: ['RRULE:FREQ=DAILY;COUNT=2'] })
    for (const { id, start, originalStartTime } of await calendar.list({ showDeleted: true })) {
      expect({ id, start: start.dateTime }).toMatchObject({
        start: expect.stringMatching(/\+09:00$/),
      })
      expect(originalStartTime?.dateTime ?? '+09:00').toMatch(/\+09:00$/)
    }
  })

  // The rules below do not depend on the engine.
  if (!site.isEmbedded) return

  it.each([
    ['Berlin in spring', 'Europe/Berlin', '2026-03-22T09:00:00', ['08', '07']],
    ['Berlin in autumn', 'Europe/Berlin', '2026-10-18T09:00:00', ['07', '08']],
    ['Sydney in its autumn', 'Australia/Sydney', '2026-03-29T12:00:00', ['01', '02']],
    ['Sydney in its spring', 'Australia/Sydney', '2026-09-27T12:00:00', ['02', '01']],
    ['Lagos never', 'Africa/Lagos', '2026-03-22T09:00:00', ['08', '08']],
  ])('keep local time and shift the ids in %s', async (_, zone, start, hours) => {
    const body = seriesOf('RRULE:FREQ=WEEKLY;COUNT=2', { start, zone })
    const { calendar, master } = await calendarWith(site, body, { zone })
    const instances = await calendar.instances(master.id)
    expect(startsOf(instances).map((text) => text.slice(11))).toEqual(
      Array(2).fill(start.slice(11)),
    )
    expect(originalStartsOf(instances).map((originalStart) => originalStart.slice(9))).toEqual(
      hours.map((hour) => `${hour}0000Z`),
    )
  })

  it('start later if the hour is missing, and are back at their time the next day', async () => {
    const body = seriesOf('RRULE:FREQ=DAILY;COUNT=3', { start: '2026-03-28T02:30:00' })
    const { calendar, master } = await calendarWith(site, body)
    const instances = await calendar.instances(master.id)
    expect(instances.map(({ start }) => start.dateTime)).toEqual([
      '2026-03-28T02:30:00+01:00',
      '2026-03-29T03:30:00+02:00',
      '2026-03-30T02:30:00+02:00',
    ])
    expect(await calendar.get(`${master.id}_20260329T013000Z`)).toEqual(instances[1])
  })

  it('use the first of two hours with the same local time', async () => {
    const body = seriesOf('RRULE:FREQ=DAILY;COUNT=3', { start: '2026-10-24T02:30:00' })
    const { calendar, master } = await calendarWith(site, body)
    expect((await calendar.instances(master.id)).map(({ start }) => start.dateTime)).toEqual([
      '2026-10-24T02:30:00+02:00',
      '2026-10-25T02:30:00+02:00',
      '2026-10-26T02:30:00+01:00',
    ])
  })

  it('start in the second of these hours if their start has that offset', async () => {
    const body = {
      start: { dateTime: '2026-10-25T02:30:00+01:00', timeZone: berlin },
      end: { dateTime: '2026-10-25T03:30:00+01:00', timeZone: berlin },
      recurrence: ['RRULE:FREQ=DAILY;COUNT=2'],
    }
    const { calendar, master } = await calendarWith(site, body)
    const instances = await calendar.instances(master.id)
    expect(instances.map(({ start }) => start.dateTime)).toEqual([
      '2026-10-25T02:30:00+01:00',
      '2026-10-26T02:30:00+01:00',
    ])
    expect(instances[0]).toMatchObject({ id: `${master.id}_20261025T013000Z`, end: master.end })
    const within = { timeMin: '2026-10-25T01:35:00Z', timeMax: '2026-10-25T01:40:00Z' }
    expect(await calendar.expanded(within)).toEqual([instances[0]])
    expect(await calendar.get(instances[0]!.id)).toEqual(instances[0])
  })

  it('last as long as the first of them also in the night of the change', async () => {
    const body = seriesOf('RRULE:FREQ=DAILY;COUNT=2', {
      start: '2026-03-27T23:00:00',
      minutes: 360,
    })
    const { calendar, master } = await calendarWith(site, body)
    const lengths = (await calendar.instances(master.id)).map(({ start, end }) =>
      Temporal.Instant.from(start.dateTime!).until(end.dateTime!).total('hours'),
    )
    expect(lengths).toEqual([6, 6])
  })

  it('follow the zone of the series, in whatever zone they are shown', async () => {
    const zone = 'America/New_York'
    const body = seriesOf('RRULE:FREQ=WEEKLY;COUNT=2', { start: '2026-03-02T09:00:00', zone })
    const { calendar, master } = await calendarWith(site, body)
    const shown = async (timeZone: string) =>
      (await calendar.instances(master.id, { timeZone })).map(({ start }) => start)
    expect(await shown('Asia/Kolkata')).toEqual([
      { dateTime: '2026-03-02T19:30:00+05:30', timeZone: zone },
      { dateTime: '2026-03-09T18:30:00+05:30', timeZone: zone },
    ])
    expect((await calendar.instances(master.id)).map(({ start }) => start.dateTime)).toEqual([
      '2026-03-02T15:00:00+01:00',
      '2026-03-09T14:00:00+01:00',
    ])
  })

  it('have days of their own zone, wherever these lie in UTC', async () => {
    const zone = 'Pacific/Auckland'
    const body = seriesOf('RRULE:FREQ=WEEKLY;BYDAY=MO,WE;COUNT=3', {
      start: '2026-06-01T08:00:00',
      zone,
    })
    const { calendar, master } = await calendarWith(site, body, { zone: 'UTC' })
    expect(startsOf(await calendar.instances(master.id))).toEqual([
      '2026-05-31T20:00:00',
      '2026-06-02T20:00:00',
      '2026-06-07T20:00:00',
    ])
  })

  it('stay when the zone of their calendar changes', async () => {
    const calendar = await newSeriesCalendar(site)
    const master = await calendar.insert(seriesOf('RRULE:FREQ=DAILY;COUNT=3'))
    const before = originalStartsOf(await calendar.instances(master.id))
    await calendar.user.patch(calendar.path, { timeZone: 'Asia/Tokyo' })
    const after = await calendar.instances(master.id)
    expect(originalStartsOf(after)).toEqual(before)
    expect(after[0]!.start.dateTime).toBe('2026-06-01T16:00:00+09:00')
  })
})

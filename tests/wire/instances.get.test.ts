import { expect, it } from 'vitest'
import { expectRefusal, notFound } from '../support/refusal.ts'
import {
  berlin,
  calendarWith,
  mondays,
  newSeriesCalendar,
  seriesOf,
  timed,
  wholeDays,
} from '../support/series-bodies.ts'
import { onEveryEngine } from '../support/sites.ts'

onEveryEngine('getting an instance', (site) => {
  it('returns one that follows its series with the content of the series', async () => {
    const { calendar, master } = await calendarWith(site, mondays)
    const instance = await calendar.get(`${master.id}_20260608T070000Z`)
    expect(instance).toMatchObject({
      summary: 'Stand-up',
      status: 'confirmed',
      etag: master.etag,
      created: master.created,
      updated: master.updated,
      sequence: master.sequence,
      iCalUID: master.iCalUID,
      recurringEventId: master.id,
      originalStartTime: { dateTime: '2026-06-08T09:00:00+02:00', timeZone: berlin },
    })
    expect(instance).not.toHaveProperty('recurrence')
  })

  // The rules below do not depend on the engine.
  if (!site.isEmbedded) return

  it('shows it in the zone that is requested', async () => {
    const { calendar, master } = await calendarWith(site, mondays)
    const path = `${calendar.at(`${master.id}_20260608T070000Z`)}?timeZone=Asia/Tokyo`
    const time = { dateTime: '2026-06-08T16:00:00+09:00', timeZone: berlin }
    expect((await calendar.user.get(path)).json).toMatchObject({
      start: time,
      originalStartTime: time,
    })
  })

  it.each([
    ['one that the rule does not give', '20990101T000000Z'],
    ['one a second off', '20260608T070001Z'],
    ['one before the series', '20260525T070000Z'],
    ['one after the series', '20260629T070000Z'],
    ['one that is left out', '20260615T070000Z'],
    ['a day of a timed series', '20260608'],
    ['a date that does not exist', '20260231T070000Z'],
    ['a time that does not exist', '20260608T250000Z'],
    ['half a suffix', '20260608T07'],
  ])('does not find %s', async (_, suffix) => {
    const recurrence = [...mondays.recurrence, 'EXDATE:20260615T070000Z']
    const { calendar, master } = await calendarWith(site, { ...mondays, recurrence })
    const path = calendar.at(`${master.id}_${suffix}`)
    expectRefusal(await calendar.user.get(path), notFound)
    expectRefusal(await calendar.user.patch(path, { summary: 'No' }), notFound)
    expectRefusal(await calendar.user.delete(path), notFound)
    expect(await calendar.list({ showDeleted: true })).toEqual([master])
  })

  it('does not find a time of a series of all-day events', async () => {
    const { calendar, master } = await calendarWith(site, wholeDays)
    const reply = await calendar.user.get(calendar.at(`${master.id}_20260602T000000Z`))
    expectRefusal(reply, notFound)
    expect((await calendar.get(`${master.id}_20260602`)).start).toEqual({ date: '2026-06-02' })
  })

  it('does not find an instance of what does not repeat', async () => {
    const calendar = await newSeriesCalendar(site)
    const { id } = await calendar.insert(timed('2026-06-01T09:00:00'))
    expectRefusal(await calendar.user.get(calendar.at(`${id}_20260601T070000Z`)), notFound)
  })

  it('finds instances whose series has an underscore in its id', async () => {
    const calendar = await newSeriesCalendar(site)
    const body = { ...seriesOf('RRULE:FREQ=DAILY;COUNT=2'), iCalUID: 'a@example.org' }
    const { json } = await calendar.user.post(`${calendar.path}/events/import`, body)
    expect(json.id).toMatch(/^_[a-v0-9]+$/)
    const instance = await calendar.get(`${json.id}_20260602T070000Z`)
    expect(instance).toMatchObject({ recurringEventId: json.id, iCalUID: 'a@example.org' })
  })
})

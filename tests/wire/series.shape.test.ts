import { expect, it } from 'vitest'
import { expectRefusal, notFound } from '../support/refusal.ts'
import {
  berlin,
  calendarWith,
  mondayStarts,
  mondays,
  newSeriesCalendar,
  originalStartsOf,
  timed,
  wholeDays,
} from '../support/series-bodies.ts'
import { onEveryEngine } from '../support/sites.ts'

onEveryEngine('an event that becomes another shape', (site) => {
  it('takes place once after a PUT without rules', async () => {
    const { calendar, master } = await calendarWith(site, mondays)
    const { recurrence: _, ...body } = master
    const { json } = await calendar.user.put(calendar.at(master.id), body)
    expect(json).not.toHaveProperty('recurrence')
    expect(await calendar.expanded()).toEqual([json])
  })

  it('has plain instances when it repeats again', async () => {
    const { calendar, master } = await calendarWith(site, mondays)
    const second = `${master.id}_20260608T070000Z`
    await calendar.patch(second, { summary: 'Retro' })
    await calendar.delete(`${master.id}_20260615T070000Z`)
    await calendar.patch(master.id, { recurrence: [] })
    await calendar.patch(master.id, { recurrence: mondays.recurrence })
    const instances = await calendar.instances(master.id)
    expect(originalStartsOf(instances)).toEqual(mondayStarts)
    expect(new Set(instances.map(({ summary }) => summary))).toEqual(new Set(['Stand-up']))
    expect(await calendar.get(second)).toEqual(instances[1])
    expect(await calendar.expanded()).toEqual(instances)
  })

  // The rules below do not depend on the engine.
  if (!site.isEmbedded) return

  it.each([
    ['an empty list', []],
    ['null', null],
  ])('takes place once after %s of rules', async (_, recurrence) => {
    const { calendar, master } = await calendarWith(site, mondays)
    const second = `${master.id}_20260608T070000Z`
    await calendar.patch(second, { summary: 'Retro' })
    const single = await calendar.patch(master.id, { recurrence })
    expect(single).toMatchObject({ id: master.id, start: master.start, sequence: 1 })
    expect(single).not.toHaveProperty('recurrence')
    expect(await calendar.list()).toEqual([single])
    expect(await calendar.expanded()).toEqual([single])
    const reply = await calendar.user.get(`${calendar.at(master.id)}/instances`)
    expectRefusal(reply, { status: 400, reason: 'invalid' })
    const first = calendar.at(`${master.id}_20260601T070000Z`)
    expectRefusal(await calendar.user.get(first), notFound)
    expectRefusal(await calendar.user.patch(calendar.at(second), { status: 'confirmed' }), notFound)
  })

  it('repeats after a rule', async () => {
    const calendar = await newSeriesCalendar(site)
    const single = await calendar.insert({ summary: 'Once', ...timed('2026-06-01T09:00:00') })
    const master = await calendar.patch(single.id, { recurrence: mondays.recurrence })
    expect(master).toMatchObject({ id: single.id, sequence: 1, recurrence: mondays.recurrence })
    expect(originalStartsOf(await calendar.instances(single.id))).toEqual(mondayStarts)
    expect(originalStartsOf(await calendar.expanded())).toEqual(mondayStarts)
    expect(await calendar.list()).toEqual([master])
  })

  it('names its instances by dates once it fills all-day events', async () => {
    const { calendar, master } = await calendarWith(site, mondays)
    const days = { start: { date: '2026-06-01' }, end: { date: '2026-06-02' } }
    const whole = await calendar.patch(master.id, days)
    expect(whole).toMatchObject({ ...days, recurrence: mondays.recurrence })
    const dates = ['20260601', '20260608', '20260615', '20260622']
    expect(originalStartsOf(await calendar.instances(master.id))).toEqual(dates)
    const old = calendar.at(`${master.id}_20260608T070000Z`)
    expectRefusal(await calendar.user.get(old), notFound)
    const back = await calendar.patch(master.id, timed('2026-06-01T09:00:00'))
    expect(back.start).toEqual({ dateTime: '2026-06-01T09:00:00+02:00', timeZone: berlin })
    expect(originalStartsOf(await calendar.instances(master.id))).toEqual(mondayStarts)
  })

  it('distinguishes instances at midnight in UTC from all-day ones', async () => {
    const { calendar, master } = await calendarWith(
      site,
      {
        ...timed('2026-06-01T00:00:00', { zone: 'UTC' }),
        recurrence: ['RRULE:FREQ=DAILY;COUNT=3'],
      },
      { zone: 'UTC' },
    )
    await calendar.delete(`${master.id}_20260602T000000Z`)
    await calendar.patch(master.id, { start: wholeDays.start, end: wholeDays.end })
    const dates = ['20260601', '20260602', '20260603']
    expect(originalStartsOf(await calendar.instances(master.id))).toEqual(dates)
    expect(originalStartsOf(await calendar.expanded())).toEqual(dates)
    await calendar.delete(`${master.id}_20260602`)
    expect(originalStartsOf(await calendar.expanded())).toEqual(['20260601', '20260603'])
  })

  it('asks for a zone before it repeats', async () => {
    const calendar = await newSeriesCalendar(site)
    const { id } = await calendar.insert(wholeDays)
    const patch = {
      start: { dateTime: '2026-06-01T09:00:00+02:00' },
      end: { dateTime: '2026-06-01T10:00:00+02:00' },
    }
    const reply = await calendar.user.patch(calendar.at(id), patch)
    expectRefusal(reply, { status: 400, reason: 'required' })
    expect((await calendar.get(id)).start).toEqual(wholeDays.start)
  })
})

import { expect, it } from 'vitest'
import { expectRefusal } from '../support/refusal.ts'
import {
  berlin,
  calendarWith,
  mondayStarts,
  mondays,
  newSeriesCalendar,
  originalStartsOf,
  seriesOf,
  startsOf,
  timed,
  wholeDays,
} from '../support/series-bodies.ts'
import { onEmbedded } from '../support/sites.ts'

onEmbedded('rules of series', (site) => {
  it('asks for a zone, since an offset does not tell when clocks change', async () => {
    const { user, path } = await newSeriesCalendar(site)
    const reply = await user.post(`${path}/events`, {
      start: { dateTime: '2026-06-01T09:00:00+02:00' },
      end: { dateTime: '2026-06-01T10:00:00+02:00' },
      recurrence: ['RRULE:FREQ=WEEKLY;COUNT=3'],
    })
    expectRefusal(reply, {
      status: 400,
      reason: 'required',
      message: 'Missing time zone definition for start time.',
    })
  })

  it('returns the lines as they were written', async () => {
    const recurrence = [
      'rrule:freq=weekly;count=3;X-NOTE=1',
      'EXDATE;TZID=Europe/Berlin;X-WHY=sick:20260608T090000',
    ]
    const { calendar, master } = await calendarWith(site, { ...mondays, recurrence })
    expect(master.recurrence).toEqual(recurrence)
    expect((await calendar.get(master.id)).recurrence).toEqual(recurrence)
    expect(originalStartsOf(await calendar.instances(master.id))).toEqual([
      mondayStarts[0],
      mondayStarts[2],
    ])
  })

  it('needs no zone for all-day events, and names their instances by dates', async () => {
    const { calendar, master } = await calendarWith(site, wholeDays)
    const instances = await calendar.instances(master.id)
    expect(instances.map(({ id }) => id)).toEqual(
      ['20260601', '20260602', '20260603'].map((originalStart) => `${master.id}_${originalStart}`),
    )
    expect(instances[1]).toMatchObject({
      start: { date: '2026-06-02' },
      end: { date: '2026-06-03' },
      originalStartTime: { date: '2026-06-02' },
    })
  })

  it('has a start that its rule does not yield as an instance beside the COUNT', async () => {
    const { calendar, master } = await calendarWith(
      site,
      seriesOf('RRULE:FREQ=WEEKLY;BYDAY=TU,TH,SA;COUNT=5'),
    )
    const days = ['01', '02', '04', '06', '09', '11'].map((day) => `2026-06-${day}T09:00:00`)
    expect(startsOf(await calendar.instances(master.id))).toEqual(days)
    const last = { timeMin: '2026-06-11T00:00:00Z', timeMax: '2026-06-12T00:00:00Z' }
    expect(startsOf(await calendar.expanded(last))).toEqual(days.slice(-1))
    expect(await calendar.list(last)).toEqual([master])
    expect(await calendar.expanded({ timeMin: '2026-06-11T08:00:00Z' })).toEqual([])
  })

  it('counts each of several rules for itself', async () => {
    const { calendar, master } = await calendarWith(
      site,
      seriesOf(['RRULE:FREQ=WEEKLY;BYDAY=TU;COUNT=2', 'RRULE:FREQ=WEEKLY;BYDAY=MO;COUNT=2']),
    )
    expect(startsOf(await calendar.instances(master.id))).toEqual(
      ['01', '02', '08', '09'].map((day) => `2026-06-${day}T09:00:00`),
    )
  })

  it.each([
    ['exactly then is the last', '20260615T070000Z', 3],
    ['a second earlier leaves it out', '20260615T065959Z', 2],
    ['as a date is the end of that day in the zone of the series', '20260615', 3],
  ])('UNTIL %s', async (_, until, count) => {
    const { calendar, master } = await calendarWith(
      site,
      seriesOf(`RRULE:FREQ=WEEKLY;UNTIL=${until}`),
    )
    expect(await calendar.instances(master.id)).toHaveLength(count)
  })

  it.each([
    ['local time', 'EXDATE;TZID=Europe/Berlin:20260608T090000'],
    ['UTC', 'EXDATE:20260608T070000Z'],
    ['another zone', 'EXDATE;TZID=America/New_York:20260608T030000'],
    ['a list with one that matches nothing', 'EXDATE:20260101T000000Z,20260608T070000Z'],
  ])('leaves out an EXDATE in %s without a trace', async (_, line) => {
    const { calendar, master } = await calendarWith(site, {
      ...mondays,
      recurrence: [...mondays.recurrence, line],
    })
    const left = mondayStarts.filter((originalStart) => originalStart !== '20260608T070000Z')
    expect(originalStartsOf(await calendar.instances(master.id))).toEqual(left)
    expect(originalStartsOf(await calendar.instances(master.id, { showDeleted: true }))).toEqual(
      left,
    )
    expect(originalStartsOf(await calendar.expanded({ showDeleted: true }))).toEqual(left)
    expect(await calendar.list({ showDeleted: true })).toMatchObject([{ id: master.id }])
  })

  it('omits all-day events by their dates', async () => {
    const recurrence = [...wholeDays.recurrence, 'EXDATE;VALUE=DATE:20260602']
    const { calendar, master } = await calendarWith(site, { ...wholeDays, recurrence })
    expect(startsOf(await calendar.instances(master.id))).toEqual(['2026-06-01', '2026-06-03'])
  })

  it('adds what RDATE lists, once', async () => {
    const { calendar, master } = await calendarWith(
      site,
      seriesOf([
        'RRULE:FREQ=WEEKLY;COUNT=2',
        'RDATE:20260603T070000Z',
        'RDATE;TZID=Europe/Berlin:20260608T090000,20260701T180000',
      ]),
    )
    expect(startsOf(await calendar.instances(master.id))).toEqual([
      '2026-06-01T09:00:00',
      '2026-06-03T09:00:00',
      '2026-06-08T09:00:00',
      '2026-07-01T18:00:00',
    ])
  })

  it('has an RDATE before its start as an instance like any other', async () => {
    const { calendar, master } = await calendarWith(
      site,
      seriesOf(['RRULE:FREQ=WEEKLY;COUNT=2', 'RDATE:20260520T070000Z']),
    )
    expect(master.start.dateTime).toBe('2026-06-01T09:00:00+02:00')
    const starts = ['2026-05-20T09:00:00', '2026-06-01T09:00:00', '2026-06-08T09:00:00']
    expect(startsOf(await calendar.instances(master.id))).toEqual(starts)
    expect(startsOf(await calendar.expanded())).toEqual(starts)
    const may = { timeMin: '2026-05-01T00:00:00Z', timeMax: '2026-05-31T00:00:00Z' }
    expect(startsOf(await calendar.expanded(may))).toEqual(starts.slice(0, 1))
    expect(await calendar.list(may)).toEqual([master])
    expect(await calendar.list({ timeMax: '2026-05-20T07:00:00Z' })).toEqual([])

    const early = `${master.id}_20260520T070000Z`
    await calendar.patch(early, { summary: 'Kick-off' })
    await calendar.patch(master.id, { location: 'Hall' })
    expect(await calendar.expanded(may)).toMatchObject([
      { id: early, summary: 'Kick-off', location: 'Hall' },
    ])
    await calendar.patch(master.id, { recurrence: ['RRULE:FREQ=WEEKLY;COUNT=2'] })
    expect(await calendar.list(may)).toEqual([])
    expect(startsOf(await calendar.instances(master.id))).toEqual(starts.slice(1))
  })

  it('joins several rules and revokes what EXRULE gives', async () => {
    const { calendar, master } = await calendarWith(
      site,
      seriesOf([
        'RRULE:FREQ=DAILY;COUNT=6',
        'RRULE:FREQ=MONTHLY;COUNT=2',
        'EXRULE:FREQ=DAILY;INTERVAL=2;COUNT=3',
      ]),
    )
    expect(startsOf(await calendar.instances(master.id))).toEqual([
      '2026-06-02T09:00:00',
      '2026-06-04T09:00:00',
      '2026-06-06T09:00:00',
      '2026-07-01T09:00:00',
    ])
  })

  it.each([
    ['the 29th of February', 'FREQ=YEARLY;COUNT=3', '2024-02-29', ['2028-02-29', '2032-02-29']],
    ['the 31st', 'FREQ=MONTHLY;COUNT=3', '2026-01-31', ['2026-03-31', '2026-05-31']],
    [
      'the last day',
      'FREQ=MONTHLY;BYMONTHDAY=-1;COUNT=3',
      '2026-01-31',
      ['2026-02-28', '2026-03-31'],
    ],
    [
      'the last working day',
      'FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1;COUNT=3',
      '2026-01-30',
      ['2026-02-27', '2026-03-31'],
    ],
    [
      'the second Tuesday',
      'FREQ=MONTHLY;BYDAY=2TU;COUNT=3',
      '2026-01-13',
      ['2026-02-10', '2026-03-10'],
    ],
    [
      'the last Sunday of March',
      'FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU;COUNT=3',
      '2026-03-29',
      ['2027-03-28', '2028-03-26'],
    ],
    [
      'the hundredth day',
      'FREQ=YEARLY;BYYEARDAY=100;COUNT=3',
      '2026-04-10',
      ['2027-04-10', '2028-04-09'],
    ],
    [
      'Monday of week 20',
      'FREQ=YEARLY;BYWEEKNO=20;BYDAY=MO;COUNT=3',
      '2026-05-11',
      ['2027-05-17', '2028-05-15'],
    ],
    [
      'weeks that begin on Sunday',
      'FREQ=WEEKLY;INTERVAL=2;BYDAY=TU,SU;WKST=SU;COUNT=3',
      '2026-08-04',
      ['2026-08-16', '2026-08-18'],
    ],
  ])('repeats %s', async (_, rule, first, following) => {
    const { calendar, master } = await calendarWith(
      site,
      seriesOf(`RRULE:${rule}`, { start: `${first}T09:00:00` }),
    )
    expect(startsOf(await calendar.instances(master.id))).toEqual(
      [first, ...following].map((date) => `${date}T09:00:00`),
    )
  })

  it('repeats several times a day by BYHOUR and BYMINUTE', async () => {
    const { calendar, master } = await calendarWith(
      site,
      seriesOf('RRULE:FREQ=DAILY;BYHOUR=9,17;BYMINUTE=0,30;COUNT=5', { minutes: 15 }),
    )
    expect(originalStartsOf(await calendar.instances(master.id))).toEqual([
      '20260601T070000Z',
      '20260601T073000Z',
      '20260601T150000Z',
      '20260601T153000Z',
      '20260602T070000Z',
    ])
  })

  it.each([
    ['DTSTART', ['DTSTART:20260601T070000Z', 'RRULE:FREQ=DAILY;COUNT=2']],
    ['an unknown frequency', ['RRULE:FREQ=FORTNIGHTLY']],
  ])('refuses %s and stores nothing', async (_, recurrence) => {
    const calendar = await newSeriesCalendar(site)
    const body = { ...timed('2026-06-01T09:00:00', { zone: berlin }), recurrence }
    const reply = await calendar.user.post(`${calendar.path}/events`, body)
    expectRefusal(reply, { status: 400, reason: 'invalid' })
    expect(await calendar.list({ showDeleted: true })).toEqual([])
  })

  it('keeps a series unchanged when a patch has an invalid rule', async () => {
    const { calendar, master } = await calendarWith(site, mondays)
    const patch = { summary: 'New', recurrence: ['RRULE:FREQ=NEVER'] }
    const reply = await calendar.user.patch(calendar.at(master.id), patch)
    expectRefusal(reply, { status: 400, reason: 'invalid' })
    expect(await calendar.get(master.id)).toEqual(master)
  })
})

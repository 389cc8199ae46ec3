import { expect, it } from 'vitest'
import {
  calendarWith,
  mondayStarts,
  mondays,
  originalStartsOf,
  timed,
} from '../support/series-bodies.ts'
import { onEveryEngine } from '../support/sites.ts'

onEveryEngine('splitting a series as clients do', (site) => {
  it('ends the old one before the target and starts a new one there', async () => {
    const { calendar, master } = await calendarWith(site, mondays)
    const old = await calendar.patch(master.id, {
      recurrence: ['RRULE:FREQ=WEEKLY;UNTIL=20260615T065959Z'],
    })
    const following = await calendar.insert({
      ...mondays,
      ...timed('2026-06-15T11:00:00'),
      recurrence: ['RRULE:FREQ=WEEKLY;COUNT=2'],
    })
    expect(old).toMatchObject({ id: master.id, iCalUID: master.iCalUID, sequence: 1 })
    expect(following.iCalUID).not.toBe(master.iCalUID)
    const listed = await calendar.expanded()
    expect(originalStartsOf(listed)).toEqual([
      ...mondayStarts.slice(0, 2),
      '20260615T090000Z',
      '20260622T090000Z',
    ])
    expect(listed.map(({ recurringEventId }) => recurringEventId)).toEqual([
      master.id,
      master.id,
      following.id,
      following.id,
    ])
  })

  // The rules below do not depend on the engine.
  if (!site.isEmbedded) return

  it('restores in the new series what was cancelled in the old one, but not its EXDATEs', async () => {
    const exdate = 'EXDATE:20260622T070000Z'
    const { calendar, master } = await calendarWith(site, {
      ...mondays,
      recurrence: [...mondays.recurrence, exdate],
    })
    await calendar.delete(`${master.id}_20260615T070000Z`)
    expect(await calendar.expanded()).toHaveLength(2)
    await calendar.patch(master.id, { recurrence: ['RRULE:FREQ=WEEKLY;COUNT=1', exdate] })
    await calendar.insert({
      ...mondays,
      ...timed('2026-06-08T09:00:00'),
      recurrence: ['RRULE:FREQ=WEEKLY;COUNT=3', exdate],
    })
    expect(originalStartsOf(await calendar.expanded())).toEqual(mondayStarts.slice(0, 3))
  })

  it('does not take the form of id that other servers give a second part for an instance', async () => {
    const { calendar, master } = await calendarWith(site, mondays)
    const reply = await calendar.user.get(calendar.at(`${master.id}_R20260615T070000`))
    expect(reply.status).toBe(404)
  })

  it('leaves only the first part if no second follows', async () => {
    const { calendar, master } = await calendarWith(site, mondays)
    await calendar.patch(`${master.id}_20260622T070000Z`, timed('2026-06-02T15:00:00'))
    await calendar.patch(master.id, { recurrence: ['RRULE:FREQ=WEEKLY;COUNT=2'] })
    expect(originalStartsOf(await calendar.expanded())).toEqual(mondayStarts.slice(0, 2))
  })
})

import { expect, it } from 'vitest'
import { expectCheap } from '../support/cpu-time.ts'
import { expectRefusal } from '../support/refusal.ts'
import { calendarWith, newSeriesCalendar, seriesOf, wholeDays } from '../support/series-bodies.ts'
import { onEmbeddedServer } from '../support/sites.ts'

const manyDates = Array.from({ length: 5001 }, (_, index) => `20260601T${clock(index)}Z`)

onEmbeddedServer('hostile rules', (site) => {
  it.each([
    ['by the second', ['RRULE:FREQ=SECONDLY']],
    ['by the minute', ['RRULE:FREQ=MINUTELY;COUNT=10']],
    ['by the hour', ['RRULE:FREQ=HOURLY;COUNT=10']],
    ['with a line of a hundred kilobytes', [`RRULE:FREQ=DAILY;X-A=${'a'.repeat(100_000)}`]],
    ['with a hundred kilobytes of numbers', [`RRULE:FREQ=DAILY;BYHOUR=${'1,'.repeat(50_000)}1`]],
    [
      'with more dates left out than a series may list',
      [`EXDATE:${manyDates.join()}`, 'RRULE:FREQ=DAILY'],
    ],
    ['with a number that is none', ['RRULE:FREQ=DAILY;COUNT=1e9']],
    ['with an interval beyond counting', [`RRULE:FREQ=DAILY;INTERVAL=${'9'.repeat(400)}`]],
    ['with a thousand rules', Array(1000).fill('RRULE:FREQ=DAILY')],
  ])('are refused at once %s, and nothing is stored', async (_, lines) => {
    const calendar = await newSeriesCalendar(site)
    const reply = await expectCheap(site.server, () =>
      calendar.user.post(`${calendar.path}/events`, seriesOf(lines)),
    )
    expectRefusal(reply, { status: 400, reason: 'invalid' })
    expect(await calendar.list({ showDeleted: true })).toEqual([])
  })

  it.each([
    ['a date that never comes', 'FREQ=MONTHLY;BYMONTH=2;BYMONTHDAY=30'],
    ['a place that no set has', 'FREQ=DAILY;BYSETPOS=300'],
    ['a leap day in steps that miss it', 'FREQ=YEARLY;INTERVAL=2;BYMONTH=2;BYMONTHDAY=29'],
    ['a count beyond all time', 'FREQ=DAILY;COUNT=999999999'],
    ['an interval beyond all time', 'FREQ=DAILY;INTERVAL=999999999'],
    ['an end beyond all time', 'FREQ=YEARLY;UNTIL=99991231T235959Z'],
    [
      'all that can be combined',
      `FREQ=YEARLY;BYYEARDAY=${range(366)};BYHOUR=${range(24, 0)};BYMINUTE=${range(60, 0)}`,
    ],
  ])('are answered at once where they are %s', async (_, rule) => {
    const calendar = await newSeriesCalendar(site)
    await expectCheap(site.server, async () => {
      const reply = await calendar.user.post(`${calendar.path}/events`, seriesOf(`RRULE:${rule}`))
      if (reply.status === 200) {
        const window = { timeMin: '2026-05-01T00:00:00Z', timeMax: '2036-06-01T00:00:00Z' }
        const path = `${calendar.path}/events`
        const near = await calendar.user.get(`${path}?singleEvents=true&maxResults=2500`)
        const far = await calendar.user.get(
          `${path}/${reply.json.id}/instances?timeMin=3000-01-01T00:00:00Z&maxResults=10`,
        )
        expect([near.status, far.status]).toEqual([200, 200])
        expect((await calendar.list(window)).length).toBeLessThanOrEqual(1)
      } else {
        expectRefusal(reply, { status: 400, reason: 'invalid' })
        expect(await calendar.list({ showDeleted: true })).toEqual([])
      }
    })
  })

  it('can leave a series without any instance, and the series stays', async () => {
    const { calendar, master } = await calendarWith(site, {
      ...wholeDays,
      recurrence: ['RRULE:FREQ=DAILY', 'EXRULE:FREQ=DAILY;INTERVAL=1'],
    })
    await expectCheap(site.server, async () => {
      expect(await calendar.instances(master.id)).toEqual([])
      expect(await calendar.list({ singleEvents: true })).toEqual([])
    })
    expect(await calendar.get(master.id)).toEqual(master)
  })
})

const range = (count: number, first = 1) =>
  Array.from({ length: count }, (_, index) => index + first).join()

function clock(seconds: number): string {
  const pad = (number: number) => String(Math.floor(number)).padStart(2, '0')
  return pad(seconds / 3600) + pad((seconds / 60) % 60) + pad(seconds % 60)
}

import { setTimeout as pause } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { expectCheap } from '../support/cpu-time.ts'
import { eventsOf, hourOn, walk } from '../support/imported-events.ts'
import { onEmbeddedServer } from '../support/sites.ts'

const upTo = (count: number, from = 1) => Array.from({ length: count }, (_, n) => n + from).join()

onEmbeddedServer('a hostile rule', (site) => {
  it.each([
    ['every second for ever', ['RRULE:FREQ=SECONDLY']],
    [
      'every second of every minute of every hour',
      [`RRULE:FREQ=YEARLY;BYHOUR=${upTo(24, 0)};BYMINUTE=${upTo(60, 0)};BYSECOND=${upTo(60, 0)}`],
    ],
    ['every minute for a million times', ['RRULE:FREQ=MINUTELY;COUNT=1000000']],
    ['an enormous count', ['RRULE:FREQ=DAILY;COUNT=99999999999999999999']],
    ['an enormous interval', ['RRULE:FREQ=YEARLY;INTERVAL=2147483647']],
    ['an interval of nothing', ['RRULE:FREQ=DAILY;INTERVAL=0']],
    ['a day that never comes', ['RRULE:FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30']],
    ['a day that never comes, counted', ['RRULE:FREQ=MONTHLY;BYMONTH=2;BYMONTHDAY=31;COUNT=5']],
    ['a weekday that never is', ['RRULE:FREQ=YEARLY;BYYEARDAY=366;BYMONTH=1;BYDAY=MO']],
    ['a place that is never taken', ['RRULE:FREQ=DAILY;BYSETPOS=366;BYDAY=MO']],
    [
      'leap days that are Mondays in the first week',
      ['RRULE:FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29;BYDAY=MO;BYWEEKNO=1'],
    ],
    ['two thousand lines', Array.from({ length: 2000 }, () => 'RRULE:FREQ=DAILY')],
    ['more lines than are read', Array.from({ length: 2001 }, () => 'EXDATE:20260504T100000Z')],
    [
      'a line of 60,000 dates',
      [`RDATE:${Array.from({ length: 3500 }, () => '20260504T100000Z').join()}`],
    ],
    ['a line of commas', [`RRULE:FREQ=DAILY;BYDAY=${','.repeat(60_000)}`]],
    ['a rule that takes away what it gives', ['RRULE:FREQ=DAILY', 'EXRULE:FREQ=DAILY']],
    ['an end before its start', ['RRULE:FREQ=DAILY;UNTIL=19000101T000000Z']],
    ['an end beyond all time', ['RRULE:FREQ=DAILY;UNTIL=99991231T235959Z']],
    ['a start in disguise', ['DTSTART:20260504T100000Z', 'RRULE:FREQ=DAILY']],
    ['a start within a line', ['RRULE:FREQ=DAILY\nDTSTART:20000101T000000Z']],
    ['a part that is a prototype', ['RRULE:FREQ=DAILY;__proto__=1']],
    ['a frequency that is a prototype', ['RRULE:FREQ=constructor']],
    ['no rule but noise', ['\u{1f382}', '']],
  ])('of %s is refused, or its instances come soon', async (_, recurrence) => {
    const user = await site.user()
    await expectCheap(site.server, async () => {
      const reply = await user.post(eventsOf(), { ...hourOn(4), recurrence })
      expect([200, 400], reply.text.slice(0, 500)).toContain(reply.status)
      if (reply.status === 200) {
        for (const query of [
          'timeMin=2026-01-01T00:00:00Z&timeMax=2027-01-01T00:00:00Z&maxResults=10',
          'timeMin=9000-01-01T00:00:00Z&maxResults=10',
          'maxResults=2500&orderBy=startTime',
        ]) {
          const listed = await user.get(`${eventsOf()}?singleEvents=true&${query}`)
          expect(listed.status, listed.text.slice(0, 500)).toBe(200)
        }
        const path = `${eventsOf()}/${reply.json.id}`
        expect((await user.get(`${path}/instances?maxResults=10`)).status).toBe(200)
        expect((await user.patch(path, { summary: 'Changed' })).status).toBe(200)
        expect((await user.patch(path, { recurrence: null })).status).toBe(200)
      } else {
        expect(reply.json.error?.errors[0]?.reason).toBe('invalid')
        expect((await walk(user, eventsOf(), { showDeleted: 'true' })).items).toEqual([])
      }
    })
  })

  it('does not delay other requests while it is expanded', async () => {
    const [attacker, other] = [await site.user(), await site.user()]
    const recurrence = ['RRULE:FREQ=SECONDLY;BYMONTH=2;BYMONTHDAY=29;BYSECOND=59;BYMINUTE=59']
    for (let number = 0; number < 20; number++) {
      await attacker.post(eventsOf(), { ...hourOn(4), recurrence })
    }
    const replies = await expectCheap(site.server, async () => {
      let isDone = false
      const attacking = Promise.all(
        Array.from({ length: 6 }, () =>
          attacker.get(
            `${eventsOf()}?singleEvents=true&maxResults=2500&timeMin=2030-01-01T00:00:00Z`,
          ),
        ),
      ).finally(() => {
        isDone = true
      })
      while (!isDone) {
        expect((await other.get('/calendars/primary')).status).toBe(200)
        await pause(5)
      }
      return attacking
    })
    for (const { status } of replies) expect(status).toBe(200)
  })
})

import { expect, it } from 'vitest'
import { as } from '../support/calling.ts'
import { type CalendarEvents, hour, primaryEvents } from '../support/event-bodies.ts'
import {
  at,
  clockAt,
  daily,
  email,
  own,
  remindedOf,
  remindersTo,
  setDefaults,
} from '../support/reminded.ts'
import { onEmbeddedServer, onServers, type Site } from '../support/sites.ts'

onServers('reminders by the clock', (site) => {
  const begin = (now?: string) => beginAt(site, now)
  const reminded = ({ user }: CalendarEvents) => remindedOf(site, user.email)

  it('that became due while no process ran are sent for a day, and then no more', async () => {
    const events = await begin()
    await setDefaults(events, email(10))
    const repeated = daily(5)
    await events.make({ summary: 'Daily', ...repeated, ...own(email(10)) })
    await events.make({ summary: 'Once' })
    await events.make({ summary: 'Default daily', ...repeated })
    await clockAt(site, '2026-05-04T08:00:00Z')
    // The reminders of the third of May are 23 hours late, the others older.
    expect(await reminded(events)).toEqual(['Daily', 'Default daily'])
    const [mail] = await remindersTo(site, events.user.email)
    expect(mail!.subject).toContain('Sun, 3 May 2026')
  })

  it('are sent for many events at a time', async () => {
    const events = await begin()
    await setDefaults(events, email(10))
    // More than a page of those with reminders of their own, and of those with the defaults.
    const some = Array.from({ length: 105 }, (_, index) => index)
    const insert = { method: 'POST', path: '/calendar/v3/calendars/primary/events' }
    const calls = some.flatMap((index) => [
      { ...insert, body: { ...hour, summary: `c${index}`, ...own(email(5)) } },
      { ...insert, body: { ...hour, summary: `d${index}` } },
    ])
    for (const { status } of await as(site.base, events.user.token).batch(calls)) {
      expect(status).toBe(200)
    }
    await clockAt(site, at('09:00:00'))
    const expected = some.flatMap((index) => [`c${index}`, `d${index}`]).sort()
    expect(await reminded(events)).toEqual(expected)
  })

  // The rules below do not depend on the engine.
  if (!site.isEmbedded) return

  it('are not repeated when the clock goes back and forth', async () => {
    const events = await begin()
    await setDefaults(events, email(20))
    const repeated = daily(3)
    await events.make({ summary: 'By choice', ...repeated, ...own(email(10)) })
    await events.make({ summary: 'By default', ...repeated })
    const first = ['By choice', 'By default']
    await clockAt(site, '2026-05-01T09:00:00Z')
    expect(await reminded(events)).toEqual(first)
    await clockAt(site, '2026-05-01T07:00:00Z')
    expect(await reminded(events)).toEqual(first)
    await events.make({ summary: 'Written meanwhile', ...own(email(15)) })
    await clockAt(site, '2026-05-01T09:00:00Z')
    expect(await reminded(events)).toEqual([...first, 'Written meanwhile'])
    await clockAt(site, '2026-05-20T00:00:00Z')
    await clockAt(site, '2026-05-01T10:00:00Z')
    await clockAt(site, '2026-05-02T09:00:00Z')
    const both = [...first, ...first].sort()
    expect(await reminded(events)).toEqual([...both, 'Written meanwhile'])
  })

  it('are found however fast the clock advances', async () => {
    const events = await begin('2027-01-01T00:00:00Z')
    await clockAt(site, at('08:00:00'))
    const { user } = events
    await setDefaults(events, email(20))
    await events.make({ summary: 'By choice', ...own(email(10)) })
    await events.make({ summary: 'By default' })
    await clockAt(site, at('12:00:00'))
    await clockAt(site, at('13:00:00'))
    expect(await remindedOf(site, user.email)).toEqual(['By choice', 'By default'])
  })
})

onEmbeddedServer(
  'reminders up to a limit',
  (site) => {
    it('are sent in limited batches, whatever a rule contains', async () => {
      const events = await beginAt(site)
      const all = (count: number) => Array.from({ length: count }, (_, index) => index).join(',')
      const rule = `FREQ=DAILY;BYHOUR=${all(24)};BYMINUTE=${all(60)};UNTIL=20260502T000000Z`
      const repeated = { ...daily(1), recurrence: [`RRULE:${rule}`] }
      await events.make({
        summary: 'Every minute',
        ...repeated,
        ...own(...[1, 2, 3, 4, 5].map(email)),
      })
      await clockAt(site, '2026-05-02T08:00:00Z')
      const { status } = await events.user.get('/calendars/primary')
      expect(status).toBe(200)
      expect(await remindedOf(site, events.user.email)).toHaveLength(60)
    })
  },
  { ALMANAC_REMINDERS_AT_ONCE_MAX: '60' },
)

/** Somebody whose calendar is empty at a moment at which the clock stands still. */
async function beginAt(site: Site, now = at('08:00:00')): Promise<CalendarEvents> {
  await clockAt(site, now)
  return primaryEvents(site)
}

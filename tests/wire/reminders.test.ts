import { expect, it } from 'vitest'
import { type CalendarEvents, primaryEvents, secondaryEvents } from '../support/event-bodies.ts'
import {
  at,
  clockAt,
  daily,
  email,
  own,
  popup,
  remindedOf,
  remindersTo,
  setDefaults,
} from '../support/reminded.ts'
import { onEveryEngine } from '../support/sites.ts'

onEveryEngine('reminders by mail', (site) => {
  const begin = async (now = at('08:00:00')) => {
    await clockAt(site, now)
    return primaryEvents(site)
  }
  const reminded = ({ user }: CalendarEvents) => remindedOf(site, user.email)

  it('are sent when the time that an event has chosen has come, and once', async () => {
    const events = await begin()
    const { email: address } = events.user
    await events.make({ ...own(email(10)), location: 'Bern' })
    await clockAt(site, at('08:49:59'))
    expect(await reminded(events)).toEqual([])
    await clockAt(site, at('08:50:00'))
    const mails = await remindersTo(site, address)
    expect(mails).toHaveLength(1)
    expect(mails[0]).toMatchObject({
      to: address,
      subject: `Reminder: Lunch @ Fri, 1 May 2026, 9:00 am – 10:00 am (Etc/GMT) (${address})`,
      createdAt: at('08:50:00.000'),
    })
    expect(mails[0]).not.toHaveProperty('calendar')
    expect(mails[0]!.text).toContain('reminded of this event 10 minutes before it starts')
    expect(mails[0]!.text).toContain('Where: Bern')
    for (const now of ['08:50:01', '08:51:00', '09:00:00', '12:00:00']) {
      await clockAt(site, at(now))
      expect(await remindersTo(site, address)).toEqual(mails)
    }
  })

  it('of instances are those of their series', async () => {
    const events = await begin()
    const repeated = daily(3)
    await setDefaults(events, email(20))
    await events.make({ summary: 'By choice', ...repeated, ...own(email(10)) })
    await events.make({ summary: 'By default', ...repeated })
    const all: string[] = []
    for (const day of ['01', '02', '03']) {
      await clockAt(site, `2026-05-${day}T08:40:00Z`)
      all.push('By default')
      expect(await reminded(events)).toEqual([...all].sort())
      await clockAt(site, `2026-05-${day}T08:50:00Z`)
      all.push('By choice')
      expect(await reminded(events)).toEqual([...all].sort())
    }
    await clockAt(site, '2026-05-04T08:50:00Z')
    const mails = await remindersTo(site, events.user.email)
    expect(mails).toHaveLength(6)
    expect(mails[2]!.subject).toContain('@ Sat, 2 May 2026, 9:00 am')
    expect(mails[2]!.text).not.toContain('Repeats')
    const link = /eid=(\S+)/.exec(mails[2]!.text)![1]!
    expect(Buffer.from(link, 'base64url').toString()).toContain('_20260502T090000Z')
  })

  it.each([
    ['their own reminders', own(email(10))],
    ['those of the calendar', {}],
  ])('follow exceptions that have %s', async (_, chosen) => {
    const events = await begin()
    await setDefaults(events, email(10))
    const repeated = daily(4)
    const { id } = await events.make({ ...repeated, ...chosen })
    const instance = (day: string) => `${id}_202605${day}T090000Z`
    await events.patch(instance('02'), {
      summary: 'Moved',
      start: { dateTime: '2026-05-02T15:00:00Z' },
      end: { dateTime: '2026-05-02T16:00:00Z' },
    })
    await events.delete(instance('03'))
    await clockAt(site, '2026-05-01T20:00:00Z')
    expect(await reminded(events)).toEqual(['Lunch'])
    await clockAt(site, '2026-05-02T09:00:00Z')
    expect(await reminded(events)).toEqual(['Lunch'])
    await clockAt(site, '2026-05-02T14:50:00Z')
    expect(await reminded(events)).toEqual(['Lunch', 'Moved'])
    await clockAt(site, '2026-05-03T20:00:00Z')
    expect(await reminded(events)).toEqual(['Lunch', 'Moved'])
    await clockAt(site, '2026-05-04T08:50:00Z')
    expect(await reminded(events)).toEqual(['Lunch', 'Lunch', 'Moved'])
  })

  // The rules below do not depend on the engine.
  if (!site.isEmbedded) return

  it('follow the defaults of the calendar if the event has none', async () => {
    const events = await begin()
    await setDefaults(events, email(10), email(20), popup(5))
    await events.make({ summary: 'By default' })
    await events.make({ summary: 'By choice', ...own(email(40)) })
    await events.make({ summary: 'Not at all', ...own() })
    await events.make({ summary: 'By popup', ...own(popup(10)) })
    await clockAt(site, at('08:20:00'))
    expect(await reminded(events)).toEqual(['By choice'])
    await clockAt(site, at('08:40:00'))
    expect(await reminded(events)).toEqual(['By choice', 'By default'])
    await clockAt(site, at('09:30:00'))
    expect(await reminded(events)).toEqual(['By choice', 'By default', 'By default'])
  })

  it('move with an event to its new time, and are sent again after a later change', async () => {
    const events = await begin()
    const moved = (time: string) => ({
      start: { dateTime: at(time) },
      end: { dateTime: at('20:00:00') },
    })
    const { id } = await events.make(own(email(10)))
    await events.patch(id, moved('12:00:00'))
    await clockAt(site, at('08:50:00'))
    expect(await reminded(events)).toEqual([])
    await clockAt(site, at('11:50:00'))
    expect(await reminded(events)).toEqual(['Lunch'])
    await events.patch(id, { ...moved('15:00:00'), summary: 'Late lunch' })
    await clockAt(site, at('14:50:00'))
    expect(await reminded(events)).toEqual(['Late lunch', 'Lunch'])
    await events.patch(id, { summary: 'Renamed' })
    await clockAt(site, at('14:51:00'))
    expect(await reminded(events)).toEqual(['Late lunch', 'Lunch'])
  })

  it('are one mail for each time that was chosen, and none for a popup', async () => {
    const events = await begin()
    await events.make({ summary: 'Often', ...own(email(0), email(10), email(30), popup(20)) })
    await clockAt(site, at('08:30:00'))
    expect(await reminded(events)).toEqual(['Often'])
    await clockAt(site, at('08:55:00'))
    expect(await reminded(events)).toEqual(['Often', 'Often'])
    await clockAt(site, at('09:00:00'))
    expect(await reminded(events)).toEqual(['Often', 'Often', 'Often'])
  })

  it('come four weeks before at most', async () => {
    const events = await begin('2026-04-01T00:00:00Z')
    await events.make(own(email(40_320)))
    await clockAt(site, '2026-04-03T08:59:00Z')
    expect(await reminded(events)).toEqual([])
    await clockAt(site, '2026-04-03T09:00:00Z')
    expect(await reminded(events)).toEqual(['Lunch'])
    const [mail] = await remindersTo(site, events.user.email)
    expect(mail!.text).toContain('4 weeks before it starts')
  })

  it('follow the defaults as they are when the time has come', async () => {
    const events = await begin()
    await setDefaults(events, email(50))
    await events.make()
    await setDefaults(events, email(30))
    await clockAt(site, at('08:10:00'))
    expect(await reminded(events)).toEqual([])
    await clockAt(site, at('08:30:00'))
    expect(await reminded(events)).toEqual(['Lunch'])
    await setDefaults(events)
    await events.make({ summary: 'Later' })
    await clockAt(site, at('09:00:00'))
    expect(await reminded(events)).toEqual(['Lunch'])
  })

  it('follow an event from the defaults to its own and back', async () => {
    const events = await begin()
    await setDefaults(events, email(10))
    const { id } = await events.make()
    await events.patch(id, own(email(30)))
    await clockAt(site, at('08:30:00'))
    expect(await reminded(events)).toEqual(['Lunch'])
    await events.patch(id, { reminders: { useDefault: true, overrides: [] } })
    await clockAt(site, at('08:50:00'))
    expect(await reminded(events)).toEqual(['Lunch', 'Lunch'])
  })

  it('are not sent for a time that was over when it was chosen', async () => {
    const events = await begin(at('08:55:00'))
    await events.make(own(email(30), email(1)))
    await clockAt(site, at('08:58:00'))
    expect(await reminded(events)).toEqual([])
    await clockAt(site, at('08:59:00'))
    expect(await reminded(events)).toEqual(['Lunch'])
  })

  it.each([
    ['deleted', (events: CalendarEvents, id: string) => events.delete(id)],
    [
      'cancelled',
      (events: CalendarEvents, id: string) => events.patch(id, { status: 'cancelled' }),
    ],
    [
      'declined',
      (events: CalendarEvents, id: string) =>
        events.patch(id, {
          attendees: [{ email: events.user.email, responseStatus: 'declined' }],
        }),
    ],
    ['cleared away', (events: CalendarEvents) => events.user.post('/calendars/primary/clear')],
  ])('are not sent of an event that was %s', async (_, end) => {
    const events = await begin()
    await setDefaults(events, email(20))
    const chosen = await events.make(own(email(10)))
    const byDefault = await events.make()
    expect((await end(events, chosen.id)).status).toBeLessThan(300)
    expect((await end(events, byDefault.id)).status).toBeLessThan(300)
    await clockAt(site, at('09:00:00'))
    expect(await reminded(events)).toEqual([])
  })

  it('return with an event that is confirmed again', async () => {
    const events = await begin()
    const { id } = await events.make(own(email(10)))
    await events.delete(id)
    await clockAt(site, at('08:30:00'))
    await events.patch(id, { status: 'confirmed' })
    await clockAt(site, at('08:50:00'))
    expect(await reminded(events)).toEqual(['Lunch'])
  })

  it('of all-day events count from midnight in the zone of the calendar', async () => {
    await clockAt(site, '2026-04-30T00:00:00Z')
    const events = await secondaryEvents(site, { timeZone: 'America/New_York' })
    const day = { start: { date: '2026-05-01' }, end: { date: '2026-05-02' } }
    await setDefaults(events, email(30))
    await events.make({ summary: 'By choice', ...day, ...own(email(60)) })
    await events.make({ summary: 'By default', ...day })
    // Midnight in New York is four o'clock in UTC.
    await clockAt(site, at('02:59:00'))
    expect(await reminded(events)).toEqual([])
    await clockAt(site, at('03:00:00'))
    expect(await reminded(events)).toEqual(['By choice'])
    await clockAt(site, at('03:30:00'))
    expect(await reminded(events)).toEqual(['By choice', 'By default'])
    const [mail] = await remindersTo(site, events.user.email)
    expect(mail!.subject).toContain('@ Fri, 1 May 2026 (')
  })

  it('of all-day events go along when the calendar moves to another zone', async () => {
    await clockAt(site, '2026-04-29T00:00:00Z')
    const events = await secondaryEvents(site, { timeZone: 'America/New_York' })
    const day = { start: { date: '2026-05-01' }, end: { date: '2026-05-02' } }
    await setDefaults(events, email(30))
    await events.make({ summary: 'By choice', ...day, ...own(email(60)) })
    await events.make({ summary: 'By default', ...day })
    await clockAt(site, '2026-04-29T01:00:00Z')
    await events.user.patch(`/calendars/${events.calendarId}`, { timeZone: 'Asia/Tokyo' })
    await clockAt(site, '2026-04-30T13:59:00Z')
    expect(await reminded(events)).toEqual([])
    await clockAt(site, '2026-04-30T14:00:00Z')
    expect(await reminded(events)).toEqual(['By choice'])
    await clockAt(site, '2026-04-30T14:30:00Z')
    expect(await reminded(events)).toEqual(['By choice', 'By default'])
  })

  it('of a date that is listed before the start of its series come in time', async () => {
    await clockAt(site, '2026-03-01T00:00:00Z')
    const events = await primaryEvents(site)
    await events.make({
      start: { dateTime: '2026-03-28T09:00:00Z', timeZone: 'UTC' },
      end: { dateTime: '2026-03-28T10:00:00Z', timeZone: 'UTC' },
      recurrence: ['RDATE:20260310T090000Z'],
      ...own(email(60)),
    })
    await clockAt(site, '2026-03-10T07:59:00Z')
    expect(await reminded(events)).toHaveLength(0)
    await clockAt(site, '2026-03-10T08:00:00Z')
    expect(await reminded(events)).toHaveLength(1)
    await clockAt(site, '2026-03-28T08:00:00Z')
    expect(await reminded(events)).toHaveLength(2)
  })

  it('of instances keep to the wall clock', async () => {
    await clockAt(site, '2026-03-27T00:00:00Z')
    const events = await primaryEvents(site)
    const timeZone = 'Europe/Berlin'
    await events.make({
      start: { dateTime: '2026-03-28T09:00:00', timeZone },
      end: { dateTime: '2026-03-28T10:00:00', timeZone },
      recurrence: ['RRULE:FREQ=DAILY;COUNT=2'],
      ...own(email(60)),
    })
    await clockAt(site, '2026-03-28T07:00:00Z')
    expect(await reminded(events)).toHaveLength(1)
    await clockAt(site, '2026-03-29T05:59:00Z')
    expect(await reminded(events)).toHaveLength(1)
    await clockAt(site, '2026-03-29T06:00:00Z')
    expect(await reminded(events)).toHaveLength(2)
  })

  it('of one instance can be other than those of its series', async () => {
    const events = await begin()
    const repeated = daily(2)
    const { id } = await events.make({ ...repeated, ...own(email(10)) })
    await events.patch(`${id}_20260502T090000Z`, { summary: 'Quiet', ...own() })
    await clockAt(site, '2026-05-01T20:00:00Z')
    expect(await reminded(events)).toEqual(['Lunch'])
    await clockAt(site, '2026-05-02T09:00:00Z')
    expect(await reminded(events)).toEqual(['Lunch'])
  })
})

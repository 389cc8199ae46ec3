import { expect, it } from 'vitest'
import { between, day, hour, primaryEvents, secondaryEvents } from '../support/event-bodies.ts'
import { expectRefusal } from '../support/refusal.ts'
import { onEveryEngine } from '../support/sites.ts'

const at = (dateTime: string, timeZone?: string) => ({ dateTime, ...(timeZone && { timeZone }) })
const on = (date: string) => ({ date })

onEveryEngine('times of events', (site) => {
  const inBerlin = () => secondaryEvents(site, { timeZone: 'Europe/Berlin' })

  // Scenario 22
  it('without an offset are read in their zone and shown in that of the calendar', async () => {
    const events = await inBerlin()
    const { id } = await events.make(
      between(
        at('2026-05-01T09:00:00', 'America/New_York'),
        at('2026-05-01T10:00:00', 'America/New_York'),
      ),
    )
    const timeZone = 'America/New_York'
    expect((await events.read(id)).start).toEqual({
      dateTime: '2026-05-01T15:00:00+02:00',
      timeZone,
    })
    const utc = await events.read(id, '?timeZone=UTC')
    expect([utc.start, utc.end]).toEqual([
      { dateTime: '2026-05-01T13:00:00Z', timeZone },
      { dateTime: '2026-05-01T14:00:00Z', timeZone },
    ])
    const kolkata = await events.read(id, '?timeZone=Asia/Kolkata')
    expect(kolkata.start).toEqual({ dateTime: '2026-05-01T18:30:00+05:30', timeZone })
    expect(kolkata.etag).toBe(utc.etag)
  })

  it('keep their times when the zone of the calendar changes, and are shown in the new one', async () => {
    const events = await inBerlin()
    const timed = await events.make()
    const whole = await events.make(day)
    const calendar = `/calendars/${events.calendarId}`
    expect((await events.user.patch(calendar, { timeZone: 'Asia/Tokyo' })).status).toBe(200)
    const shown = await events.read(timed.id)
    expect(shown.start).toEqual({
      dateTime: '2026-05-01T18:00:00+09:00',
      timeZone: 'Europe/Berlin',
    })
    expect([shown.etag, shown.updated]).toEqual([timed.etag, timed.updated])
    expect(await events.read(whole.id)).toEqual(whole)
    expect((await events.list()).items).toContainEqual(shown)
    expect((await events.put(timed.id, shown)).json).toEqual(shown)
    expect((await events.patch(timed.id, { summary: 'Later' })).json.start).toEqual(shown.start)
  })

  it('at the ends of time are shown in UTC if the zone would leave the years with four digits', async () => {
    const events = await secondaryEvents(site, { timeZone: 'Pacific/Kiritimati' })
    const event = await events.make(between(at('9999-12-31T23:00:00Z', 'UTC')))
    expect(event.start).toEqual({ dateTime: '9999-12-31T23:00:00Z', timeZone: 'UTC' })
    expect((await events.put(event.id, event)).json).toEqual(event)
  })

  // Scenarios 19 and 20
  const { start, end } = hour

  // The rules below do not depend on the engine.
  if (!site.isEmbedded) return

  it('without an offset and a zone are read in the zone of the calendar', async () => {
    const events = await inBerlin()
    const { start } = await events.make(
      between(at('2026-01-01T09:00:00'), at('2026-01-01T10:00:00')),
    )
    expect(start).toEqual({ dateTime: '2026-01-01T09:00:00+01:00', timeZone: 'Europe/Berlin' })
  })

  it('with an offset are that instant, whatever zone is named beside it', async () => {
    const events = await inBerlin()
    const { start } = await events.make(
      between(at('2026-05-01T09:00:00-07:00', 'Asia/Tokyo'), at('2026-05-01T10:00:00-07:00')),
    )
    expect(start).toEqual({ dateTime: '2026-05-01T18:00:00+02:00', timeZone: 'Asia/Tokyo' })
  })

  it('can start in one zone and end in another', async () => {
    const events = await inBerlin()
    const flight = between(
      at('2026-05-01T10:00:00', 'Europe/Zurich'),
      at('2026-05-01T12:00:00', 'America/New_York'),
    )
    expect(await events.make(flight)).toMatchObject({
      start: { dateTime: '2026-05-01T10:00:00+02:00', timeZone: 'Europe/Zurich' },
      end: { dateTime: '2026-05-01T18:00:00+02:00', timeZone: 'America/New_York' },
    })
  })

  it.each([
    ['small letters', '2026-05-01t09:00:00z', '2026-05-01T09:00:00Z'],
    ['the first year', '0001-01-01T00:00:00Z', '0001-01-01T00:00:00Z'],
    ['the last year', '9999-12-31T23:59:59Z', '9999-12-31T23:59:59Z'],
  ])('may be written with %s', async (_, given, shown) => {
    const events = await primaryEvents(site)
    const event = await events.make(between(at(given)))
    expect(event).toMatchObject({ start: { dateTime: shown }, end: { dateTime: shown } })
    expect(await events.read(event.id)).toEqual(event)
    expect((await events.list()).items).toEqual([event])
  })

  it.each(['Europe/Kyiv', 'Europe/Kiev', 'Asia/Kolkata', 'UTC', 'Etc/GMT+5', 'EST5EDT'])(
    'may be in %s',
    async (timeZone) => {
      const events = await primaryEvents(site)
      const { start } = await events.make(between(at('2026-05-01T09:00:00', timeZone)))
      expect(start).toMatchObject({ timeZone })
    },
  )

  // Scenario 23
  it.each(['Eastern Standard Time', 'Mars/Olympus', '+01:00', 'Europe/Berlin '])(
    'cannot be in %j, and each side is named',
    async (timeZone) => {
      const events = await primaryEvents(site)
      const bad = at('2026-05-01T09:00:00', timeZone)
      const [onStart, onEnd] = ['start', 'end'].map((side) => ({
        domain: 'global',
        reason: 'invalid',
        message: `Invalid time zone definition for ${side} time.`,
      }))
      const both = await events.insert(between(bad))
      expectRefusal(both, { status: 400, reason: 'invalid' })
      expect(both.json.error?.errors).toEqual([onStart, onEnd])
      const one = await events.insert({ ...hour, end: bad })
      expect(one.json.error?.errors).toEqual([onEnd])
      expect((await events.list()).items).toEqual([])
    },
  )
  const mixed = 'Start and end times must either both be date or both be dateTime.'

  it.each([
    ['null as its end', { start, end: null }, 'required', 'Missing end time.'],
    ['an end before its start', { start: end, end: start }, 'timeRangeEmpty', undefined],
    ['a date and a time', between(on('2026-05-01'), end), 'invalid', mixed],
    ['a day that there is not', between(on('2023-02-29'), on('2023-03-01')), 'invalid', undefined],
    ['a leap day of 1900', between(at('1900-02-29T00:00:00Z')), 'invalid', undefined],
    ['hour 24', between(at('2026-05-01T24:00:00Z')), 'invalid', undefined],
    ['a date as a time', between(at('2026-05-01')), 'invalid', undefined],
    ['a time as a date', between(on('2026-05-01T09:00:00Z')), 'invalid', undefined],
    ['a time without seconds', between(at('2026-05-01T09:00Z')), 'invalid', undefined],
    ['words', between(at('tomorrow')), 'invalid', undefined],
    ['a number', between({ dateTime: 1777626000 }), 'invalid', undefined],
    ['a text for a side', { start: '2026-05-01T09:00:00Z', end }, 'invalid', undefined],
    ['a year of five digits', between(at('10000-01-01T00:00:00Z')), 'invalid', undefined],
  ])('are refused with %s, and nothing is added', async (_, times, reason, message) => {
    const events = await primaryEvents(site)
    const reply = await events.insert({ summary: 'Lunch', ...times })
    expectRefusal(reply, { status: 400, reason, ...(message && { message }) })
    expect((await events.list()).items).toEqual([])
  })

  it('may be the same, so that the event has no length', async () => {
    const events = await primaryEvents(site)
    const event = await events.make(between(start))
    expect(event.end).toEqual(event.start)
  })

  it('that are one date twice mean that day', async () => {
    const events = await primaryEvents(site)
    expect(await events.make(between(on('2024-02-29')))).toMatchObject(
      between(on('2024-02-29'), on('2024-03-01')),
    )
  })

  it('of all-day events have no zone, also when a body names one', async () => {
    const events = await inBerlin()
    const timeZone = 'Asia/Tokyo'
    const event = await events.make({
      start: { ...day.start, timeZone },
      end: { ...day.end, timeZone },
    })
    expect([event.start, event.end]).toEqual([day.start, day.end])
    expect(await events.read(event.id, '?timeZone=Pacific/Kiritimati')).toEqual(event)
  })

  it('that the clocks skip or repeat are taken', async () => {
    const events = await inBerlin()
    const skipped = await events.make(between(at('2026-03-29T02:30:00', 'Europe/Berlin')))
    expect(skipped.start).toMatchObject({ dateTime: '2026-03-29T03:30:00+02:00' })
    const repeated = await events.make(between(at('2026-10-25T02:30:00', 'Europe/Berlin')))
    expect(repeated.start).toMatchObject({ dateTime: '2026-10-25T02:30:00+02:00' })
  })
})

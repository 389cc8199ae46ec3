import { expect, it } from 'vitest'
import { CalendarEvents, primaryEvents, secondaryEvents } from '../support/event-bodies.ts'
import { newsOf, toldIn } from '../support/outbox.ts'
import { conditionNotMet, expectRefusal } from '../support/refusal.ts'
import { mondayStarts, mondays, wholeDays } from '../support/series-bodies.ts'
import { onEveryEngine } from '../support/sites.ts'

const ann = 'ann@elsewhere.test'
const bob = 'bob@elsewhere.test'
const eve = 'eve@elsewhere.test'
const guests = { attendees: [{ email: ann }, { email: bob }] }
const all = '?sendUpdates=all'
const later = {
  start: { dateTime: '2026-05-01T12:00:00Z' },
  end: { dateTime: '2026-05-01T13:00:00Z' },
}
const updated = [
  [ann, 'REQUEST', 'Updated'],
  [bob, 'REQUEST', 'Updated'],
]
const cancelled = [
  [ann, 'CANCEL', 'Cancelled'],
  [bob, 'CANCEL', 'Cancelled'],
]

onEveryEngine('news of changed events', (site) => {
  it.each(['patch', 'put'] as const)(
    'invite who is new and cancel for who is removed, by %s',
    async (method) => {
      const events = await primaryEvents(site)
      const event = await events.make(guests)
      const attendees = [{ email: bob }, { email: eve }]
      await events[method](event.id, { ...event, attendees }, all)
      expect(toldIn(await newsOf(site, event.iCalUID))).toEqual([
        [ann, 'CANCEL', 'Cancelled'],
        [bob, 'REQUEST', 'Updated'],
        [eve, 'REQUEST', 'Invitation'],
      ])
    },
  )

  it('come for each of several changes', async () => {
    const events = await primaryEvents(site)
    const { id, iCalUID } = await events.make(guests, all)
    for (const summary of ['One', 'Two', 'One']) await events.patch(id, { summary }, all)
    expect(await newsOf(site, iCalUID)).toHaveLength(8)
  })

  it.each([
    ['time', mondays, mondayStarts[1]!, '2026-06-08T09:00:00'],
    ['date', wholeDays, '20260602', '2026-06-02'],
  ])(
    'of an instance name it by the %s it was meant for',
    async (_, body, originalStart, recurrenceId) => {
      const events = await primaryEvents(site)
      const { id, iCalUID } = await events.make({ ...body, ...guests })
      await events.patch(`${id}_${originalStart}`, { summary: 'Special' }, all)
      const changed = await newsOf(site, iCalUID)
      expect(toldIn(changed)).toEqual(updated)
      for (const mail of changed) {
        expect(mail).toMatchObject({ recurrenceId, organizer: events.user.email })
        expect(mail.text).toContain('SUMMARY:Special\r\n')
        // The zone has rules of its own, so that only the lines of the event are looked at.
        expect(mail.text.split('BEGIN:VEVENT')[1]).not.toContain('RRULE')
      }
    },
  )

  // The rules below do not depend on the engine.
  if (!site.isEmbedded) return

  it.each(['patch', 'put'] as const)('go to those who stay, by %s', async (method) => {
    const events = await primaryEvents(site)
    const event = await events.make(guests)
    await events[method](event.id, { ...event, ...later }, all)
    const news = await newsOf(site, event.iCalUID)
    expect(toldIn(news)).toEqual(updated)
    for (const { sequence, text } of news) {
      expect(sequence).toBe(1)
      expect(text).toContain('DTSTART:20260501T120000Z\r\n')
      expect(text).toContain(`${events.user.email} has changed this event.`)
    }
  })

  it('tell one who is removed of themselves and of nothing that is new', async () => {
    const events = await primaryEvents(site)
    const event = await events.make(guests)
    const attendees = [{ email: bob }, { email: eve }]
    await events.patch(event.id, { ...later, summary: 'Secret', attendees }, all)
    const [mail] = await newsOf(site, event.iCalUID)
    expect(mail).toMatchObject({ to: ann, method: 'CANCEL', sequence: 1 })
    expect(mail!.attendees).toEqual({ [ann]: 'NEEDS-ACTION' })
    expect(mail!.text).toContain('SUMMARY:Lunch\r\n')
    expect(mail!.text).not.toMatch(/Secret|eve@|20260501T12/)
    // The event itself goes on (RFC 5546, 3.2.5).
    expect(mail).not.toHaveProperty('status')
  })

  it('cancel for everybody when the list is emptied', async () => {
    const events = await primaryEvents(site)
    const { id, iCalUID } = await events.make(guests)
    await events.patch(id, { attendees: [] }, all)
    expect(toldIn(await newsOf(site, iCalUID))).toEqual(cancelled)
  })

  it.each([
    ['nothing', {}],
    ['what it says already', { summary: 'Lunch', ...guests }],
    ['reminders', { reminders: { useDefault: false, overrides: [] } }],
    ['the colour', { colorId: '3' }],
    ['whether it blocks time', { transparency: 'transparent' }],
    ['private properties', { extendedProperties: { private: { a: '1' } } }],
  ])('go to nobody for a change of %s', async (_, body) => {
    const events = await primaryEvents(site)
    const { id, iCalUID } = await events.make(guests)
    expect((await events.patch(id, body, all)).status).toBe(200)
    // What was just written is known without being read.
    expect((await events.patch(id, { location: 'Bern' })).status).toBe(200)
    expect((await events.patch(id, { ...body, visibility: 'default' }, all)).status).toBe(200)
    expect(await newsOf(site, iCalUID)).toEqual([])
  })

  it.each([
    ['shared properties', { extendedProperties: { shared: { a: '1' } } }],
    ['the place', { location: 'Bern' }],
    ['the revision', { sequence: 5 }],
  ])('go to everybody for a change of %s', async (_, body) => {
    const events = await primaryEvents(site)
    const { id, iCalUID } = await events.make(guests)
    expect((await events.patch(id, body, all)).status).toBe(200)
    expect(toldIn(await newsOf(site, iCalUID))).toEqual(updated)
  })

  it.each(['', '?sendUpdates=none', '?sendNotifications=false'])(
    'are not sent unless they are wanted: "%s"',
    async (query) => {
      const events = await primaryEvents(site)
      const { id, iCalUID } = await events.make(guests)
      await events.patch(id, later, query)
      await events.patch(id, { attendees: [{ email: eve }] }, query)
      expect((await events.delete(id, query)).status).toBe(204)
      expect(await newsOf(site, iCalUID)).toEqual([])
    },
  )

  it('are sent only to external attendees with externalOnly', async () => {
    const events = await primaryEvents(site)
    const { email } = await site.user()
    const { id, iCalUID } = await events.make({ attendees: [{ email }, { email: ann }] })
    await events.patch(id, { summary: 'Dinner' }, '?sendUpdates=externalOnly')
    await events.delete(id, '?sendUpdates=externalOnly')
    expect(toldIn(await newsOf(site, iCalUID))).toEqual([
      [ann, 'REQUEST', 'Updated'],
      [ann, 'CANCEL', 'Cancelled'],
    ])
  })

  it.each([
    ['one event', {}],
    ['a series', mondays],
  ])('cancel %s that is deleted, or is given that status', async (_, body) => {
    const events = await primaryEvents(site)
    const deleted = await events.make({ ...body, ...guests })
    const patched = await events.make({ ...body, ...guests })
    expect((await events.delete(deleted.id, all)).status).toBe(204)
    expect((await events.patch(patched.id, { status: 'cancelled' }, all)).status).toBe(200)
    for (const { iCalUID } of [deleted, patched]) {
      const news = await newsOf(site, iCalUID)
      expect(toldIn(news)).toEqual(cancelled)
      for (const mail of news) {
        expect(mail).toMatchObject({ sequence: 1, status: 'CANCELLED' })
        expect(mail).not.toHaveProperty('recurrenceId')
        expect(Object.keys(mail.attendees)).toEqual([ann, bob])
      }
    }
  })

  it('cancel once: what is deleted already is no news', async () => {
    const events = await primaryEvents(site)
    const { id, iCalUID } = await events.make(guests)
    await events.delete(id, all)
    expectRefusal(await events.delete(id, all), { status: 410, reason: 'deleted' })
    await events.patch(id, { summary: 'Dinner' }, all)
    expect(toldIn(await newsOf(site, iCalUID))).toEqual(cancelled)
  })

  it('ask again when an event returns', async () => {
    const events = await primaryEvents(site)
    const { id, iCalUID } = await events.make(guests)
    await events.delete(id)
    await events.patch(id, { status: 'confirmed' }, all)
    const news = await newsOf(site, iCalUID)
    expect(toldIn(news)).toEqual(updated)
    for (const mail of news) expect(mail).toMatchObject({ sequence: 2, status: 'CONFIRMED' })
  })

  it.each([
    ['follows its series', false],
    ['differs from it', true],
  ])('cancel an instance that %s', async (_, differs) => {
    const events = await primaryEvents(site)
    const { id, iCalUID } = await events.make({ ...mondays, ...guests })
    const instance = `${id}_${mondayStarts[2]}`
    if (differs) await events.patch(instance, { summary: 'Special' })
    expect((await events.delete(instance, all)).status).toBe(204)
    const news = await newsOf(site, iCalUID)
    expect(toldIn(news)).toEqual(cancelled)
    for (const mail of news) {
      expect(mail).toMatchObject({ recurrenceId: '2026-06-15T09:00:00', status: 'CANCELLED' })
      expect(mail.organizer).toBe(events.user.email)
      expect(Object.keys(mail.attendees)).toEqual([ann, bob])
    }
  })

  it('invite to one instance and cancel for it', async () => {
    const events = await primaryEvents(site)
    const { id, iCalUID } = await events.make({ ...mondays, ...guests })
    const attendees = [{ email: bob }, { email: eve }]
    await events.patch(`${id}_${mondayStarts[1]}`, { attendees }, all)
    const news = await newsOf(site, iCalUID)
    expect(toldIn(news)).toEqual([
      [ann, 'CANCEL', 'Cancelled'],
      [bob, 'REQUEST', 'Updated'],
      [eve, 'REQUEST', 'Invitation'],
    ])
    for (const mail of news) expect(mail.recurrenceId).toBe('2026-06-08T09:00:00')
  })

  it('name the new organizer of an event that is moved', async () => {
    const events = await primaryEvents(site)
    const { calendar } = await events.user.newCalendar({ summary: 'Team' })
    const { id, iCalUID } = await events.make(guests)
    const path = `${events.path}/${id}/move?destination=${calendar.id}`
    const reply = await events.user.post(`${path}&sendUpdates=all`)
    expect(reply.json.organizer).toMatchObject({ email: calendar.id })
    const news = await newsOf(site, iCalUID)
    expect(toldIn(news)).toEqual(updated)
    for (const { organizer } of news) expect(organizer).toBe(calendar.id)
  })

  it('are not sent for a move without updates, or one that is rejected', async () => {
    const events = await primaryEvents(site)
    const { calendar } = await events.user.newCalendar()
    const { id, iCalUID } = await events.make(guests)
    const move = (to: string, more = '') =>
      events.user.post(`${events.path}/${id}/move?destination=${to}${more}`)
    expect((await move('primary', '&sendUpdates=all')).status).toBe(400)
    expect((await move('nowhere@example.com', '&sendUpdates=all')).status).toBe(404)
    expect((await move(calendar.id!)).status).toBe(200)
    expect(await newsOf(site, iCalUID)).toEqual([])
  })

  it('are not sent of a change whose precondition fails', async () => {
    const events = await primaryEvents(site)
    const { id, iCalUID } = await events.make(guests)
    const stale = { 'If-Match': '"1"' }
    for (const reply of [
      await events.patch(id, later, all, stale),
      await events.put(id, { ...later, attendees: [] }, all, stale),
      await events.delete(id, all, stale),
    ]) {
      expectRefusal(reply, conditionNotMet)
    }
    expect(await newsOf(site, iCalUID)).toEqual([])
    expect((await events.read(id)).attendees).toHaveLength(2)
  })

  it.each([
    ['an older revision', { sequence: 0 }],
    ['an end before the start', { end: { dateTime: '2020-01-01T00:00:00Z' } }],
    ['a guest without an address', { attendees: [{ email: 'nobody' }] }],
  ])('are not sent of a change that is refused: %s', async (_, body) => {
    const events = await primaryEvents(site)
    const { id, iCalUID } = await events.make({ ...guests, sequence: 2 })
    expect((await events.patch(id, { summary: 'Dinner', ...body }, all)).status).toBe(400)
    expect(await newsOf(site, iCalUID)).toEqual([])
  })

  it('are not sent by those who may not write', async () => {
    const owned = await secondaryEvents(site)
    const { id, iCalUID } = await owned.make(guests)
    const stranger = new CalendarEvents(await site.user(), owned.calendarId)
    expect((await stranger.patch(id, later, all)).status).toBe(404)
    expect((await stranger.delete(id, all)).status).toBe(404)
    expect(await newsOf(site, iCalUID)).toEqual([])
  })
})

import { expect, it } from 'vitest'
import { CalendarEvents, primaryEvents, secondaryEvents } from '../support/event-bodies.ts'
import { newsOf, toldIn } from '../support/outbox.ts'
import { expectRefusal } from '../support/refusal.ts'
import { mondays } from '../support/series-bodies.ts'
import { onEveryEngine } from '../support/sites.ts'

const ann = 'ann@elsewhere.test'
const bob = 'bob@elsewhere.test'
const guests = { attendees: [{ email: ann }, { email: bob, responseStatus: 'accepted' }] }
const both = [
  [ann, 'REQUEST', 'Invitation'],
  [bob, 'REQUEST', 'Invitation'],
]

onEveryEngine('invitations', (site) => {
  it('are sent to each attendee once, with the event as an iTIP request', async () => {
    const events = await primaryEvents(site)
    const { email } = events.user
    const event = await events.make({ ...guests, sequence: 4 }, '?sendUpdates=all')
    const news = await newsOf(site, event.iCalUID)
    expect(news.map(({ to }) => to)).toEqual([ann, bob])
    for (const mail of news) {
      expect(mail).toMatchObject({
        method: 'REQUEST',
        word: 'Invitation',
        sequence: 4,
        organizer: email,
        attendees: { [ann]: 'NEEDS-ACTION', [bob]: 'ACCEPTED' },
        status: 'CONFIRMED',
      })
      expect(mail).not.toHaveProperty('recurrenceId')
      expect(mail.text).toContain(`${email} invites you to this event.`)
      expect(mail.text).toContain('SUMMARY:Lunch\r\n')
    }
  })

  it('are sent once if an event is there already', async () => {
    const events = await primaryEvents(site)
    const { id, iCalUID } = await events.make(guests, '?sendUpdates=all')
    const again = await events.insert({ ...mondays, ...guests, id }, '?sendUpdates=all')
    expectRefusal(again, { status: 409, reason: 'duplicate' })
    expect(toldIn(await newsOf(site, iCalUID))).toEqual(both)
  })

  // The rules below do not depend on the engine.
  if (!site.isEmbedded) return

  it('carry an identifier that the client has chosen', async () => {
    const events = await primaryEvents(site)
    const iCalUID = `chosen-by-${events.user.email}`
    await events.make({ ...guests, iCalUID }, '?sendUpdates=all')
    expect(toldIn(await newsOf(site, iCalUID))).toEqual(both)
  })

  it('to a series carry its rule in its own zone', async () => {
    const events = await primaryEvents(site)
    const { iCalUID } = await events.make({ ...mondays, ...guests }, '?sendUpdates=all')
    const [mail, ...others] = await newsOf(site, iCalUID)
    expect(others).toHaveLength(1)
    expect(mail).not.toHaveProperty('recurrenceId')
    expect(mail!.text).toContain('DTSTART;TZID=Europe/Berlin:20260601T090000\r\n')
    expect(mail!.text).toContain('RRULE:FREQ=WEEKLY;COUNT=4\r\n')
  })

  it('come from a secondary calendar in the name of that calendar', async () => {
    const events = await secondaryEvents(site, { summary: 'Team' })
    const { iCalUID } = await events.make(guests, '?sendUpdates=all')
    const news = await newsOf(site, iCalUID)
    expect(toldIn(news)).toEqual(both)
    for (const { organizer, text } of news) {
      expect(organizer).toBe(events.calendarId)
      expect(text).toContain('Team invites you to this event.')
    }
  })

  it.each([
    ['', []],
    ['?sendUpdates=none', []],
    ['?sendNotifications=false', []],
    ['?sendUpdates=none&sendNotifications=true', []],
    ['?sendUpdates=all', both],
    ['?sendNotifications=true', both],
    ['?sendUpdates=all&sendNotifications=false', both],
  ])('are sent as the parameters of insert and quickAdd say: "%s"', async (query, told) => {
    const events = await primaryEvents(site)
    const inserted = await events.make(guests, query)
    const text = encodeURIComponent(`Lunch with ${ann}, ${bob} tomorrow 1pm`)
    const more = query === '' ? '' : `&${query.slice(1)}`
    const added = await events.user.post(`${events.path}/quickAdd?text=${text}${more}`)
    expect(added.json.attendees).toHaveLength(2)
    expect(toldIn(await newsOf(site, inserted.iCalUID))).toEqual(told)
    expect(toldIn(await newsOf(site, added.json.iCalUID))).toEqual(told)
  })

  it.each([
    ['externalOnly', false],
    ['all', true],
  ])('for %s go to those with a calendar here: %s', async (sendUpdates, isTold) => {
    const events = await primaryEvents(site)
    const user = await site.user()
    const { calendar } = await user.newCalendar()
    const here = [{ email: user.email }, { email: calendar.id }]
    const attendees = [...here, { email: ann }]
    const event = await events.make({ attendees }, `?sendUpdates=${sendUpdates}`)
    const told = (await newsOf(site, event.iCalUID)).map(({ to }) => to)
    const everybody = attendees.map(({ email }) => email!)
    expect(told.toSorted()).toEqual(isTold ? everybody.toSorted() : [ann])
  })

  it.each([[undefined], [[]]])('are not sent if nobody is invited: %j', async (attendees) => {
    const events = await primaryEvents(site)
    const { iCalUID } = await events.make({ attendees }, '?sendUpdates=all')
    expect(await newsOf(site, iCalUID)).toEqual([])
  })

  it('go neither to the calendar itself nor to resources, which they name', async () => {
    const events = await primaryEvents(site)
    const { email } = events.user
    const room = { email: 'room@elsewhere.test', resource: true, responseStatus: 'accepted' }
    const attendees = [{ email }, room, { email: ann }]
    const { iCalUID } = await events.make({ attendees }, '?sendUpdates=all')
    const [mail, ...others] = await newsOf(site, iCalUID)
    expect(others).toEqual([])
    expect(mail!.to).toBe(ann)
    expect(Object.keys(mail!.attendees)).toEqual([email, room.email, ann])
  })

  it('go once to an address that is named twice', async () => {
    const events = await primaryEvents(site)
    const attendees = [{ email: ann }, { email: ann.toUpperCase() }]
    const { iCalUID } = await events.make({ attendees }, '?sendUpdates=all')
    expect(toldIn(await newsOf(site, iCalUID))).toEqual([[ann, 'REQUEST', 'Invitation']])
  })

  it('show only the recipient if guests may not see each other', async () => {
    const events = await primaryEvents(site)
    const body = { ...guests, guestsCanSeeOtherGuests: false }
    const { iCalUID } = await events.make(body, '?sendUpdates=all')
    const news = await newsOf(site, iCalUID)
    expect(news).toHaveLength(2)
    for (const { to, attendees } of news) expect(Object.keys(attendees)).toEqual([to])
  })

  it('are not sent for a private copy', async () => {
    const events = await primaryEvents(site)
    const { iCalUID, id } = await events.make({ ...guests, privateCopy: true }, '?sendUpdates=all')
    await events.patch(id, { summary: 'Dinner' }, '?sendUpdates=all')
    await events.delete(id, '?sendUpdates=all')
    expect(await newsOf(site, iCalUID)).toEqual([])
  })

  it('are not sent by an import, not even by one of an own event', async () => {
    const events = await primaryEvents(site)
    const { email } = events.user
    const iCalUID = `imported-by-${email}`
    const body = { iCalUID, ...guests, organizer: { email }, summary: 'Talk' }
    const { start, end } = mondays
    const path = `${events.path}/import?sendUpdates=all`
    for (const summary of ['Talk', 'Other talk']) {
      const reply = await events.user.post(path, { ...body, start, end, summary })
      expect(reply.json).toMatchObject({ summary, organizer: { email } })
    }
    expect(await newsOf(site, iCalUID)).toEqual([])
  })

  it('are not sent for a copy whose organizer is elsewhere, whatever becomes of it', async () => {
    const events = await primaryEvents(site)
    const iCalUID = `copied-by-${events.user.email}`
    const attendees = [{ email: events.user.email }, ...guests.attendees]
    const { start, end } = mondays
    const body = { iCalUID, attendees, organizer: { email: 'boss@elsewhere.test' }, start, end }
    const { json } = await events.user.post(`${events.path}/import`, body)
    const changed = await events.patch(json.id!, { summary: 'Mine' }, '?sendUpdates=all')
    expect(changed.status).toBe(200)
    expect(await newsOf(site, iCalUID)).toEqual([])
    expect((await events.delete(json.id!, '?sendUpdates=all')).status).toBe(204)
    const told = toldIn(await newsOf(site, iCalUID))
    expect(told).toEqual([['boss@elsewhere.test', 'REPLY', 'Declined']])
  })

  it('are not sent by an insert that is refused', async () => {
    const events = await primaryEvents(site)
    const iCalUID = `refused-to-${events.user.email}`
    const { end } = mondays
    const backwards = { start: end, end: mondays.start }
    for (const body of [backwards, { start: end }, { start: end, end, sequence: -1 }]) {
      const reply = await events.insert({ ...guests, iCalUID, ...body }, '?sendUpdates=all')
      expect(reply.status).toBe(400)
    }
    const wrong = await events.insert({ ...guests, iCalUID, ...mondays }, '?sendUpdates=some')
    expectRefusal(wrong, { status: 400, reason: 'invalidParameter', location: 'sendUpdates' })
    expect(await newsOf(site, iCalUID)).toEqual([])
  })

  it('are sent by those who may write, and not by those who may read', async () => {
    const { user, calendarId } = await secondaryEvents(site)
    const guest = await site.user()
    const iCalUID = `tried-by-${guest.email}`
    const rules = `/calendars/${calendarId}/acl?sendNotifications=false`
    const share = (role: string) =>
      user.post(rules, { role, scope: { type: 'user', value: guest.email } })
    const events = new CalendarEvents(guest, calendarId)
    const body = { ...mondays, ...guests, iCalUID }
    await share('reader')
    expect((await events.insert(body, '?sendUpdates=all')).status).toBe(403)
    expect(await newsOf(site, iCalUID)).toEqual([])
    await share('writer')
    expect((await events.insert(body, '?sendUpdates=all')).status).toBe(200)
    expect(toldIn(await newsOf(site, iCalUID))).toEqual(both)
  })
})

import { expect, it } from 'vitest'
import { hour } from '../support/event-bodies.ts'
import { answer, answersIn, entryOf, invite, people, sharedPart } from '../support/guests.ts'
import { send } from '../support/http.ts'
import { newsOf, toldIn } from '../support/outbox.ts'
import { onEveryEngine } from '../support/sites.ts'

const accepted = { responseStatus: 'accepted' }

onEveryEngine('mail about answers', (site) => {
  it('is sent to an organizer elsewhere, whose event was imported', async () => {
    const [bob] = await people(site, 1)
    const iCalUID = `theirs-${bob!.calendarId}`
    const organizer = { email: 'zoe@elsewhere.test' }
    const body = { iCalUID, organizer, ...invite(bob!), ...hour }
    const { json } = await bob!.user.post(`${bob!.path}/import`, body)
    await answer(bob!, json.id!, accepted, '?sendUpdates=externalOnly')
    expect(toldIn(await newsOf(site, iCalUID))).toEqual([[organizer.email, 'REPLY', 'Accepted']])
    await answer(bob!, json.id!, { responseStatus: 'declined' })
    expect(await newsOf(site, iCalUID)).toHaveLength(1)
  })

  // The rules below do not depend on the engine.
  if (!site.isEmbedded) return

  it.each([
    ['', false],
    ['?sendUpdates=none', false],
    ['?sendUpdates=externalOnly', false],
    ['?sendUpdates=all', true],
    ['?sendNotifications=true', true],
  ])('goes to an organizer of this server as "%s" says', async (query, isTold) => {
    const [ann, bob, eve] = await people(site, 3)
    const event = await ann!.make(invite(bob!, eve!))
    await answer(bob!, event.id, { ...accepted, comment: 'Gladly' }, query)
    const news = await newsOf(site, event.iCalUID)
    expect(toldIn(news)).toEqual(isTold ? [[ann!.calendarId, 'REPLY', 'Accepted']] : [])
    if (isTold) {
      expect(news[0]!.attendees).toEqual({ [bob!.calendarId]: 'ACCEPTED' })
      expect(news[0]!.text).toContain('Gladly')
    }
  })

  it('notifies an external organizer when their event is deleted, which declines it', async () => {
    const [bob] = await people(site, 1)
    const zoe = 'zoe@elsewhere.test'
    const self = { email: bob!.calendarId, responseStatus: 'accepted' }
    const imported = async (more: object = {}) => {
      const iCalUID = `${JSON.stringify(more).length}-${bob!.calendarId}`
      const body = { iCalUID, organizer: { email: zoe }, attendees: [self], ...hour, ...more }
      return (await bob!.user.post(`${bob!.path}/import`, body)).json
    }
    const declined = [{ ...self, self: true, responseStatus: 'declined' }]

    const deleted = await imported()
    await bob!.delete(deleted.id!, '?sendUpdates=all')
    expect(await bob!.read(deleted.id!)).toMatchObject({ status: 'cancelled', attendees: declined })
    const left = await imported({ summary: 'Left' })
    await bob!.patch(left.id!, { status: 'cancelled' }, '?sendUpdates=externalOnly')
    for (const { iCalUID } of [deleted, left]) {
      const news = await newsOf(site, iCalUID)
      expect(toldIn(news)).toEqual([[zoe, 'REPLY', 'Declined']])
      expect(news[0]!.attendees).toEqual({ [bob!.calendarId]: 'DECLINED' })
    }

    const calledOff = await imported({ summary: 'Called off' })
    const { iCalUID } = calledOff
    const body = { iCalUID, organizer: { email: zoe }, attendees: [self], ...hour }
    await bob!.user.post(`${bob!.path}/import`, { ...body, status: 'cancelled' })
    const { status, attendees } = await bob!.read(calledOff.id!)
    expect([status, attendees]).toEqual(['cancelled', [{ ...self, self: true }]])
    expect(await newsOf(site, iCalUID)).toEqual([])
  })

  it('notifies of a deleted copy, and of no personal properties', async () => {
    const [ann, bob] = await people(site, 2)
    const event = await ann!.make(invite(bob!))
    await bob!.patch(event.id, { colorId: '4', summary: 'Mine' }, '?sendUpdates=all')
    expect(await newsOf(site, event.iCalUID)).toEqual([])
    await bob!.delete(event.id, '?sendUpdates=all')
    const news = await newsOf(site, event.iCalUID)
    expect(toldIn(news)).toEqual([[ann!.calendarId, 'REPLY', 'Declined']])
    expect(news[0]!.status).toBe('CONFIRMED')
  })

  it('notifies attendees whom a guest invites, or for whom a guest changes the event', async () => {
    const [ann, bob, eve] = await people(site, 3)
    const event = await ann!.make({ ...invite(bob!), guestsCanModify: true })
    await bob!.patch(event.id, invite(bob!, eve!), '?sendUpdates=all')
    const invited = (await newsOf(site, event.iCalUID)).filter(({ to }) => to === eve!.calendarId)
    expect(toldIn(invited)).toEqual([[eve!.calendarId, 'REQUEST', 'Invitation']])
    expect(invited[0]!.organizer).toBe(ann!.calendarId)
  })
})

onEveryEngine('an answer that comes by mail', (site) => {
  it('shows on every copy', async () => {
    const [ann, bob] = await people(site, 2)
    const zoe = 'zoe@elsewhere.test'
    const { attendees } = invite(bob!)
    const event = await ann!.make({ attendees: [...attendees, { email: zoe }] })
    const lines = [
      'BEGIN:VCALENDAR',
      'VERSION:2.0',
      'PRODID:-//x//y//EN',
      'METHOD:REPLY',
      'BEGIN:VEVENT',
      `UID:${event.iCalUID}`,
      'DTSTAMP:20260501T090000Z',
      `ATTENDEE;PARTSTAT=ACCEPTED:mailto:${zoe}`,
      'END:VEVENT',
      'END:VCALENDAR',
    ]
    const { user } = ann!
    const { status } = await send(`${user.base}${user.paths.almanac}/calendars/primary/replies`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${user.token}` },
      body: { text: `${lines.join('\r\n')}\r\n` },
    })
    expect(status).toBe(200)
    const copy = await bob!.read(event.id)
    expect(answersIn(copy)).toMatchObject({ [zoe]: 'accepted' })
    expect(sharedPart(copy)).toEqual(sharedPart(await ann!.read(event.id)))
  })
})

onEveryEngine('an import', (site) => {
  it('of an event that a calendar is invited to is the answer of that calendar', async () => {
    const [ann, bob] = await people(site, 2)
    const event = await ann!.make({ ...invite(bob!), summary: 'Theirs' })
    const copy = await bob!.read(event.id)
    const attendees = [{ email: bob!.calendarId, ...accepted }]
    const { json, status } = await bob!.user.post(`${bob!.path}/import`, { ...copy, attendees })
    expect(status).toBe(200)
    expect(json.id).toBe(event.id)
    expect(entryOf(await ann!.read(event.id), bob!)).toMatchObject(accepted)
  })

  // The rules below do not depend on the engine.
  if (!site.isEmbedded) return

  it('stays private for every organizer and attendee', async () => {
    const [ann, bob] = await people(site, 2)
    const iCalUID = `private-${ann!.calendarId}`
    const body = { iCalUID, summary: 'Theirs', ...invite(ann!, bob!), ...hour }
    const { json } = await ann!.user.post(`${ann!.path}/import`, body)
    expect((await bob!.get(json.id!)).status).toBe(404)
    await ann!.patch(json.id!, { summary: 'Mine' })
    expect((await bob!.list()).items).toEqual([])
    const organizer = { email: bob!.calendarId }
    await ann!.user.post(`${ann!.path}/import`, { ...body, organizer })
    await answer(ann!, json.id!, accepted)
    expect((await bob!.list()).items).toEqual([])
  })
})

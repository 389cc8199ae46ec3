import { beforeAll, expect, it } from 'vitest'
import { CalendarEvents } from '../support/event-bodies.ts'
import { answer, answersIn, entryOf, invite, people } from '../support/guests.ts'
import { newsOf, toldIn } from '../support/outbox.ts'
import { expectRefusal } from '../support/refusal.ts'
import { at, roomDomain, roomMaker } from '../support/rooms.ts'
import { runAlmanac } from '../support/server.ts'
import { onServers } from '../support/sites.ts'
import { admin, freshEmail } from './admin-fixture.ts'

onServers('rooms', (site) => {
  let made: Awaited<ReturnType<typeof roomMaker>>
  const room = (wanted?: object) => made.room(wanted)
  beforeAll(async () => {
    made = await roomMaker(site)
  })

  const booked = async (by: CalendarEvents, it: CalendarEvents, body: object) => {
    const event = await by.make({ ...invite(it), ...body })
    return { id: event.id, answer: answersIn(event)[it.calendarId] }
  }

  it('accept an invitation when they are free and decline it otherwise', async () => {
    const [ann, bob] = await people(site, 2)
    const hall = await room({ name: 'Hall' })
    const first = await ann!.make({ ...invite(hall), ...at(9, 11) })
    expect(entryOf(first, hall)).toEqual({
      email: hall.calendarId,
      displayName: 'Hall',
      resource: true,
      responseStatus: 'accepted',
    })
    expect(await hall.read(first.id)).toMatchObject({ organizer: { email: ann!.calendarId } })
    expect((await booked(bob!, hall, at(10, 12))).answer).toBe('declined')
    expect((await booked(bob!, hall, at(8, 9))).answer).toBe('accepted')
    expect((await booked(bob!, hall, at(11, 12))).answer).toBe('accepted')
    const day = { start: { date: '2031-03-03' }, end: { date: '2031-03-04' } }
    expect((await booked(bob!, hall, day)).answer).toBe('declined')
  })

  it('respond again when the time changes, and are free when they are removed', async () => {
    const [ann, bob] = await people(site, 2)
    const hall = await room()
    const first = await booked(ann!, hall, at(9))
    const second = await booked(bob!, hall, at(9))
    expect(second.answer).toBe('declined')
    const later = await bob!.patch(second.id, at(14))
    expect(answersIn(later.json)[hall.calendarId]).toBe('accepted')
    const clashing = await ann!.patch(first.id, at(14))
    expect(answersIn(clashing.json)[hall.calendarId]).toBe('declined')
    await bob!.patch(second.id, { attendees: [] })
    const anew = await ann!.patch(first.id, invite(hall))
    expect(answersIn(anew.json)[hall.calendarId]).toBe('accepted')
    await ann!.delete(first.id)
    expect((await booked(bob!, hall, at(14))).answer).toBe('accepted')
    // Brought back, it finds its time given to somebody else.
    const back = await ann!.patch(first.id, { status: 'confirmed' })
    expect(answersIn(back.json)[hall.calendarId]).toBe('declined')
  })

  it('decline a series when any of it is taken, and are booked by all of one', async () => {
    const [ann, bob] = await people(site, 2)
    const hall = await room()
    await booked(ann!, hall, at(9, 10, '2031-03-17'))
    const weekly = { recurrence: ['RRULE:FREQ=WEEKLY;COUNT=4'] }
    expect((await booked(bob!, hall, { ...at(9), ...weekly })).answer).toBe('declined')
    const series = await booked(bob!, hall, { ...at(11), ...weekly })
    expect(series.answer).toBe('accepted')
    expect((await booked(ann!, hall, at(11, 12, '2031-03-24'))).answer).toBe('declined')
    const moved = await bob!.patch(`${series.id}_20310324T110000Z`, at(15, 16, '2031-03-24'))
    expect(answersIn(moved.json)[hall.calendarId]).toBe('accepted')
    expect((await booked(ann!, hall, at(11, 12, '2031-03-24'))).answer).toBe('accepted')
    expect((await booked(ann!, hall, at(15, 16, '2031-03-24'))).answer).toBe('declined')
    const early = { ...at(9, 10, '2031-04-07'), recurrence: ['RDATE:20310317T090000Z'] }
    expect((await booked(bob!, hall, early)).answer).toBe('declined')
    const endless = { ...at(20), recurrence: ['RRULE:FREQ=DAILY'] }
    expect((await booked(bob!, hall, endless)).answer).toBe('accepted')
    expect((await booked(ann!, hall, at(20, 21, '2033-08-01'))).answer).toBe('declined')
  })

  it('are given to exactly one of those who ask at the same time', async () => {
    const everybody = await people(site, 6)
    const halls = [await room(), await room()]
    const wanted = invite(...halls)
    const events = await Promise.all(everybody.map((one) => one.make({ ...wanted, ...at(9) })))
    for (const hall of halls) {
      const answers = events.map((event) => answersIn(event)[hall.calendarId])
      expect(answers.filter((one) => one === 'accepted')).toHaveLength(1)
      expect(answers.filter((one) => one === 'declined')).toHaveLength(5)
    }
    expect((await runAlmanac(['check'], site.place.environment)).stdout).toBe(
      'No problems found.\n',
    )
  })

  it('are created, listed and removed by administrators', async () => {
    const name = freshEmail('projector').split('@')[0]!
    const body = { name: 'Projector', id: name, location: 'Cellar', timeZone: 'Europe/Zurich' }
    const { json } = await made.boss.post(`${admin}/resources`, body)
    const id = `${name}${roomDomain}`
    expect(json).toMatchObject({ ...body, kind: 'admin#resource', id, autoAccept: true })
    expect(json.owner).toBe(made.boss.email)
    expect((await made.boss.get(`${admin}/resources/${id}`)).json).toEqual(json)
    const { json: list } = await made.boss.get(`${admin}/resources?maxResults=500`)
    expect(list.items).toContainEqual(json)
    const [ann] = await people(site, 1)
    const projector = new CalendarEvents(made.manager, id)
    const event = await booked(ann!, projector, at(9))
    expect((await made.boss.delete(`${admin}/resources/${id}`)).status).toBe(204)
    expect((await made.manager.get(`/calendars/${id}`)).status).toBe(404)
    expect((await made.boss.get(`${admin}/resources/${id}`)).status).toBe(404)
    expect((await ann!.patch(event.id, at(10))).status).toBe(200)
    expect((await made.boss.delete(`${admin}/resources/${ann!.calendarId}`)).status).toBe(404)
  })

  // The rules below do not depend on the engine.
  if (!site.isEmbedded) return

  it('decide themselves whether they accept, whatever the organizer sends', async () => {
    const [ann, bob] = await people(site, 2)
    const hall = await room()
    await booked(ann!, hall, at(9))
    const forged = { attendees: [{ email: hall.calendarId, responseStatus: 'accepted' }] }
    const event = await bob!.make({ ...forged, ...at(9) })
    expect(answersIn(event)[hall.calendarId]).toBe('declined')
    const again = await bob!.patch(event.id, forged)
    expect(answersIn(again.json)[hall.calendarId]).toBe('declined')
    const renamed = await bob!.patch(event.id, { summary: 'Still nowhere' })
    expect(answersIn(renamed.json)[hall.calendarId]).toBe('declined')
  })

  it('keep a series of which they have declined one instance', async () => {
    const [ann, bob] = await people(site, 2)
    const hall = await room()
    const daily = { ...at(9), recurrence: ['RRULE:FREQ=DAILY;COUNT=3'] }
    const series = await booked(bob!, hall, daily)
    await booked(ann!, hall, at(9, 10, '2031-03-10'))
    const moved = await bob!.patch(`${series.id}_20310304T090000Z`, at(9, 10, '2031-03-10'))
    expect(answersIn(moved.json)[hall.calendarId]).toBe('declined')
    const asked = await bob!.patch(series.id, invite(hall))
    expect(answersIn(asked.json)[hall.calendarId]).toBe('accepted')
    expect((await booked(ann!, hall, at(9, 10, '2031-03-05'))).answer).toBe('declined')
    expect((await booked(ann!, hall, at(9, 10, '2031-03-04'))).answer).toBe('accepted')
  })

  it('leave the answer to their managers when they do not answer by themselves', async () => {
    const [ann] = await people(site, 1)
    const hall = await room({ autoAccept: false })
    const event = await booked(ann!, hall, at(9))
    expect(event.answer).toBe('needsAction')
    await answer(hall, event.id, { responseStatus: 'accepted' })
    expect(answersIn(await ann!.read(event.id))[hall.calendarId]).toBe('accepted')
    const path = `/calendars/${hall.calendarId}`
    expect((await hall.user.get(path)).json.autoAcceptInvitations).toBe(false)
    const changed = await hall.user.patch(path, { autoAcceptInvitations: true })
    expect(changed.json.autoAcceptInvitations).toBe(true)
    expect((await booked(ann!, hall, at(9))).answer).toBe('declined')
    const replaced = await hall.user.put(path, { summary: 'Hall' })
    expect(replaced.json.autoAcceptInvitations).toBe(true)
    const listed = await hall.user.get(`/users/me/calendarList/${hall.calendarId}`)
    expect(listed.json.autoAcceptInvitations).toBe(true)
  })

  it('are busy with the events of their managers, and not with declined ones', async () => {
    const [ann, bob] = await people(site, 2)
    const hall = await room()
    await hall.make({ summary: 'Painting', ...at(9) })
    const refused = await booked(ann!, hall, at(9))
    expect(refused.answer).toBe('declined')
    await answer(hall, (await booked(ann!, hall, at(14))).id, { responseStatus: 'declined' })
    expect((await booked(bob!, hall, at(14))).answer).toBe('accepted')
    // Whoever shows as free to others is in the room all the same.
    const unseen = { ...at(16), transparency: 'transparent' }
    expect((await booked(ann!, hall, unseen)).answer).toBe('accepted')
    expect((await booked(bob!, hall, unseen)).answer).toBe('declined')
    const query = { timeMin: '2031-03-03T00:00:00Z', timeMax: '2031-03-04T00:00:00Z' }
    const items = [{ id: hall.calendarId }]
    const { json } = await bob!.user.post('/freeBusy', { ...query, items })
    const { calendars } = json as unknown as {
      calendars: Record<string, { busy: { start: string }[] }>
    }
    const starts = calendars[hall.calendarId]!.busy.map(({ start }) => start.slice(11, 13))
    expect(starts).toEqual(['09', '14', '16'])
  })

  it('are not for those who may not see when they are free', async () => {
    const stranger = await site.user({ email: 'someone@elsewhere.test' })
    const events = new CalendarEvents(stranger, stranger.email)
    const hall = await room()
    const event = await events.make({ ...invite(hall), ...at(9) })
    expect(answersIn(event)[hall.calendarId]).toBe('declined')
    const rule = { role: 'freeBusyReader', scope: { type: 'user', value: stranger.email } }
    await hall.user.post(`/calendars/${hall.calendarId}/acl?sendNotifications=false`, rule)
    expect((await booked(events, hall, at(9))).answer).toBe('accepted')
    expectRefusal(await hall.as(stranger).insert({ ...at(12) }), {
      status: 403,
      reason: 'requiredAccessLevel',
    })
  })

  it('mail the organizer according to sendUpdates', async () => {
    const [ann] = await people(site, 1)
    const hall = await room()
    const quiet = await ann!.make({ ...invite(hall), ...at(9) })
    expect(await newsOf(site, quiet.iCalUID)).toEqual([])
    const loud = await ann!.make({ ...invite(hall), ...at(9) }, '?sendUpdates=all')
    expect(toldIn(await newsOf(site, loud.iCalUID))).toEqual([
      [ann!.calendarId, 'REPLY', 'Declined'],
    ])
  })

  it.each([
    [{}, 'required'],
    [{ name: ' ' }, 'required'],
    [{ name: 'Room', id: 'No Blank' }, 'invalid'],
    [{ name: 'Room', id: 'room@example.com' }, 'invalid'],
    [{ name: 'Room', owner: 'nobody@example.com' }, 'invalid'],
    [{ name: 'Room', timeZone: 'Mars/Crater' }, 'invalid'],
  ])('are not made out of %j', async (body, reason) => {
    expectRefusal(await made.boss.post(`${admin}/resources`, body), { status: 400, reason })
  })

  it('have addresses of their own', async () => {
    const hall = await room({ name: 'Twin' })
    const body = { name: 'Twin', id: hall.calendarId }
    expectRefusal(await made.boss.post(`${admin}/resources`, body), {
      status: 409,
      reason: 'duplicate',
    })
  })

  it('are created, listed and removed on the command line', async () => {
    const run = (...argv: string[]) => runAlmanac(['resource', ...argv], site.place.environment)
    const name = freshEmail('cellar').split('@')[0]!
    const id = `${name}${roomDomain}`
    const owner = made.boss.email
    const flags = ['--id', name, '--owner', owner, '--no-auto-accept']
    expect((await run('create', 'Cellar', ...flags)).stdout).toBe(`Created ${id} for ${owner}.\n`)
    expect((await run('list')).stdout).toContain(`${id}\tCellar\t${owner}\n`)
    expect((await made.boss.get(`${admin}/resources/${id}`)).json.autoAccept).toBe(false)
    expect((await run('delete', id)).stdout).toBe(`Deleted ${id}.\n`)
    expect((await run('delete', id)).code).toBe(1)
  })
})

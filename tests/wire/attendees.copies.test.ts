import { expect, it } from 'vitest'
import { CalendarEvents, secondaryEvents } from '../support/event-bodies.ts'
import { answer, answersIn, entryOf, invite, people, sharedPart } from '../support/guests.ts'
import { mondayStarts, mondays } from '../support/series-bodies.ts'
import { onEveryEngine } from '../support/sites.ts'

onEveryEngine('copies of events', (site) => {
  // Scenario 83
  it('are on the calendars of those who are invited, with the same id and identifier', async () => {
    const [ann, bob, eve] = await people(site, 3)
    const stranger = { email: 'zoe@elsewhere.test' }
    const { attendees } = invite(bob!, eve!)
    const event = await ann!.make({ attendees: [...attendees, stranger], location: 'Bern' })
    for (const guest of [bob!, eve!]) {
      const copy = await guest.read(event.id)
      expect(sharedPart(copy)).toEqual(sharedPart(event))
      expect(copy.organizer).toEqual({ email: ann!.calendarId })
      expect(copy.creator).toEqual({ email: ann!.calendarId })
      expect(entryOf(copy, guest)).toEqual({
        email: guest.calendarId,
        responseStatus: 'needsAction',
        self: true,
      })
      expect((await guest.list()).items).toEqual([copy])
      expect(copy.htmlLink).not.toBe(event.htmlLink)
      expect(copy.reminders).toEqual({ useDefault: true })
    }
  })

  it('follow the organizer in everything that is shared', async () => {
    const [ann, bob] = await people(site, 2)
    const event = await ann!.make(invite(bob!))
    const token = await bob!.syncToken()
    const { json } = await ann!.patch(event.id, {
      summary: 'Dinner',
      description: 'More',
      start: { dateTime: '2026-05-02T18:00:00Z' },
      end: { dateTime: '2026-05-02T20:00:00Z' },
      visibility: 'private',
      status: 'tentative',
      guestsCanModify: true,
      extendedProperties: { shared: { team: 'blue' }, private: { mine: 'yes' } },
      colorId: '5',
    })
    const copy = await bob!.read(event.id)
    expect(sharedPart(copy)).toEqual(sharedPart(json))
    expect(copy).toMatchObject({ sequence: 1, extendedProperties: { shared: { team: 'blue' } } })
    expect(copy).not.toHaveProperty('colorId')
    expect(copy.extendedProperties).not.toHaveProperty('private')
    expect(await bob!.changedSince(token)).toEqual([event.id])
  })

  it('are created for those who are invited later, and end for those who no longer are', async () => {
    const [ann, bob, eve] = await people(site, 3)
    const event = await ann!.make(invite(bob!))
    expect((await eve!.get(event.id)).status).toBe(404)
    const token = await bob!.syncToken()
    await ann!.patch(event.id, invite(eve!))
    expect(await eve!.read(event.id)).toMatchObject({ status: 'confirmed', summary: 'Lunch' })
    expect(await bob!.read(event.id)).toMatchObject({ status: 'cancelled', summary: 'Lunch' })
    const { items } = await bob!.list(`?syncToken=${token}`)
    expect(items).toEqual([
      { kind: 'calendar#event', etag: expect.any(String), id: event.id, status: 'cancelled' },
    ])
    expect((await bob!.list()).items).toEqual([])
    await ann!.patch(event.id, { attendees: [] })
    expect(await eve!.read(event.id)).toMatchObject({ status: 'cancelled' })
    await ann!.patch(event.id, invite(bob!))
    expect(await bob!.read(event.id)).toMatchObject({ status: 'confirmed' })
  })

  // Scenario 87
  it('end when the organizer deletes the event, and return with it', async () => {
    const [ann, bob] = await people(site, 2)
    const event = await ann!.make(invite(bob!))
    const token = await bob!.syncToken()
    expect((await ann!.delete(event.id)).status).toBe(204)
    expect(await bob!.read(event.id)).toMatchObject({ status: 'cancelled', sequence: 1 })
    const { items } = await bob!.list(`?syncToken=${token}`)
    expect(items).toEqual([
      { kind: 'calendar#event', etag: expect.any(String), id: event.id, status: 'cancelled' },
    ])
    const revived = await bob!.patch(event.id, { status: 'confirmed' })
    expect(revived.json).toMatchObject({ status: 'cancelled' })
    const { json } = await ann!.patch(event.id, { status: 'confirmed' })
    expect(sharedPart(await bob!.read(event.id))).toEqual(sharedPart(json))
  })

  it('are created on secondary calendars, and for events of them', async () => {
    const team = await secondaryEvents(site, { summary: 'Team' })
    const [ann, bob] = await people(site, 2)
    const event = await ann!.make(invite(team))
    expect(entryOf(event, team)).toMatchObject({ displayName: 'Team' })
    const misnamed = { attendees: [{ email: team.calendarId, displayName: 'Others' }] }
    const { json: renamed } = await ann!.patch(event.id, misnamed)
    expect(entryOf(renamed, team)).toMatchObject({ displayName: 'Team' })
    expect(entryOf(await team.read(event.id), team)).toMatchObject({ self: true })
    const other = await team.make(invite(bob!))
    expect(await bob!.read(other.id)).toMatchObject({
      organizer: { email: team.calendarId, displayName: 'Team' },
      creator: { email: team.user.email },
    })
    const own = await team.make({ attendees: [{ email: team.user.email }] })
    const mine = await new CalendarEvents(team.user, 'primary').read(own.id)
    expect(mine.creator).toEqual({ email: team.user.email, self: true })
  })

  it('name the organizer by the title of its calendar when the event changes', async () => {
    const team = await secondaryEvents(site, { summary: 'Team' })
    const [bob] = await people(site, 1)
    const series = {
      start: { dateTime: '2026-06-01T09:00:00', timeZone: 'UTC' },
      end: { dateTime: '2026-06-01T10:00:00', timeZone: 'UTC' },
      recurrence: ['RRULE:FREQ=DAILY;COUNT=3'],
    }
    const event = await team.make({ ...series, ...invite(bob!) })
    const instance = `${event.id}_20260602T090000Z`
    await team.patch(instance, { summary: 'Review' })
    await team.user.patch(`/calendars/${team.calendarId}`, { summary: 'Crew' })
    const { json } = await team.patch(event.id, { attendees: event.attendees })
    expect(json.etag).toBe(event.etag)
    await team.patch(event.id, { location: 'Hall' })
    for (const one of [team, bob!]) {
      for (const id of [event.id, instance]) {
        expect(await one.read(id)).toMatchObject({
          organizer: { email: team.calendarId, displayName: 'Crew' },
        })
      }
    }
  })

  it('show when their calendars are busy', async () => {
    const [ann, bob] = await people(site, 2)
    const event = await ann!.make(invite(bob!))
    const busy = async () => {
      const items = [{ id: bob!.calendarId }]
      const window = { timeMin: '2026-05-01T00:00:00Z', timeMax: '2026-05-02T00:00:00Z', items }
      const { json } = await bob!.user.post('/freeBusy', window)
      const calendars = json.calendars as unknown as Record<string, { busy: unknown[] }>
      return calendars[bob!.calendarId]!.busy.length
    }
    expect(await busy()).toBe(1)
    await answer(bob!, event.id, { responseStatus: 'declined' })
    expect(await busy()).toBe(0)
    await answer(bob!, event.id, { responseStatus: 'tentative' })
    expect(await busy()).toBe(1)
    await ann!.delete(event.id)
    expect(await busy()).toBe(0)
  })

  // The rules below do not depend on the engine.
  if (!site.isEmbedded) return

  it('come to those who are invited later, and follow what is changed after that', async () => {
    const [ann, bob] = await people(site, 2)
    const stranger = { email: 'zoe@elsewhere.test' }
    const event = await ann!.make({ attendees: [stranger] })
    for (const summary of ['One', 'Two']) await ann!.patch(event.id, { summary })
    await ann!.patch(event.id, { attendees: [stranger, ...invite(bob!).attendees] })
    await ann!.patch(event.id, { summary: 'Three' })
    expect((await bob!.read(event.id)).summary).toBe('Three')
    await ann!.patch(event.id, { attendees: [stranger], summary: 'Four' })
    expect((await bob!.read(event.id)).status).toBe('cancelled')
  })

  it('keep what is their own when the organizer changes the event', async () => {
    const [ann, bob] = await people(site, 2)
    const event = await ann!.make({ ...invite(bob!), colorId: '1' })
    const own = {
      colorId: '7',
      transparency: 'transparent',
      visibility: 'private',
      extendedProperties: { private: { mine: 'yes' } },
      reminders: { useDefault: false, overrides: [{ method: 'popup', minutes: 5 }] },
    }
    expect((await bob!.patch(event.id, own)).status).toBe(200)
    expect(await ann!.read(event.id)).toEqual(event)
    await ann!.patch(event.id, { summary: 'Dinner', visibility: 'public' })
    expect(await bob!.read(event.id)).toMatchObject({ ...own, summary: 'Dinner' })
    expect(await ann!.read(event.id)).toMatchObject({ colorId: '1', visibility: 'public' })
  })

  it('leave no trace of a change of nothing', async () => {
    const [ann, bob] = await people(site, 2)
    const event = await ann!.make(invite(bob!))
    const copy = await bob!.read(event.id)
    const tokens = [await ann!.syncToken(), await bob!.syncToken()]
    expect((await ann!.patch(event.id, { summary: 'Lunch' })).json).toEqual(event)
    expect((await ann!.put(event.id, event)).json).toEqual(event)
    expect((await bob!.patch(event.id, { summary: 'Lunch' })).json).toEqual(copy)
    expect((await bob!.put(event.id, copy)).json).toEqual(copy)
    expect(await ann!.changedSince(tokens[0]!)).toEqual([])
    expect(await bob!.changedSince(tokens[1]!)).toEqual([])
    expect([await ann!.read(event.id), await bob!.read(event.id)]).toEqual([event, copy])
  })

  it('are in the zone of their calendar, at the same time', async () => {
    const team = await secondaryEvents(site, { timeZone: 'Asia/Tokyo' })
    const [ann] = await people(site, 1)
    const event = await ann!.make(invite(team))
    expect((await team.read(event.id)).start).toMatchObject({
      dateTime: '2026-05-01T18:00:00+09:00',
    })
  })

  it.each([
    ['private copies', { privateCopy: true }],
    ['deleted events', { status: 'cancelled' }],
  ])('are not made of %s', async (_, body) => {
    const [ann, bob] = await people(site, 2)
    const event = await ann!.make({ ...invite(bob!), ...body })
    expect((await bob!.get(event.id)).status).toBe(404)
    await ann!.patch(event.id, { summary: 'Dinner' })
    expect((await bob!.get(event.id)).status).toBe(404)
  })

  it('know their organizer after a move, and the source keeps one if it is invited', async () => {
    const [ann, bob] = await people(site, 2)
    const { calendar } = await ann!.user.newCalendar({ summary: 'Team' })
    const team = new CalendarEvents(ann!.user, calendar.id!)
    const event = await ann!.make(invite(bob!, ann!))
    await answer(bob!, event.id, { responseStatus: 'accepted' })
    const path = `${ann!.path}/${event.id}/move?destination=${team.calendarId}`
    expect((await ann!.user.post(path)).status).toBe(200)
    const moved = await team.read(event.id)
    for (const guest of [bob!, ann!]) {
      const copy = await guest.read(event.id)
      expect(copy.organizer).toEqual({ email: team.calendarId, displayName: 'Team' })
      expect(sharedPart(copy)).toEqual(sharedPart(moved))
    }
    await team.patch(event.id, { summary: 'Dinner' })
    expect(await bob!.read(event.id)).toMatchObject({ summary: 'Dinner' })
    await answer(bob!, event.id, { responseStatus: 'declined' })
    expect(answersIn(await team.read(event.id))).toMatchObject({ [bob!.calendarId]: 'declined' })
  })
})

onEveryEngine('copies of those who were taken off the list', (site) => {
  it('stay cancelled also if they were deleted before', async () => {
    const [ann, bob, eve] = await people(site, 3)
    const { id } = await ann!.make(invite(bob!, eve!))
    await bob!.delete(id)
    const { json: event } = await ann!.patch(id, { ...invite(eve!), summary: 'Without Bob' })
    const { json } = await bob!.patch(id, { status: 'confirmed' })
    expect(json).toMatchObject({ status: 'cancelled', summary: 'Lunch' })
    expect(await ann!.read(id)).toEqual(event)
    await ann!.patch(id, invite(bob!, eve!))
    expect(await bob!.read(id)).toMatchObject({ status: 'confirmed', summary: 'Without Bob' })
  })

  // The rules below do not depend on the engine.
  if (!site.isEmbedded) return

  it.each([
    ['an event', {}],
    ['an event that guests can modify', { guestsCanModify: true }],
    ['an event that guests bring nobody to', { guestsCanInviteOthers: false }],
    ['a series', mondays],
    ['a series that guests can modify', { ...mondays, guestsCanModify: true }],
  ])('of %s stay cancelled until there is a new invitation', async (_, body) => {
    const [ann, bob, eve, joe] = await people(site, 4)
    const { id, summary } = await ann!.make({ ...body, ...invite(bob!, eve!) })
    await ann!.patch(id, invite(eve!))
    const { json: event } = await ann!.patch(id, { summary: 'Without Bob', location: 'Bern' })
    const left = await bob!.read(id)
    const tokens = [await ann!.syncToken(), await eve!.syncToken()]
    const accepted = { email: bob!.calendarId, responseStatus: 'accepted' }
    const wishes = [
      {},
      { reminders: { useDefault: false } },
      { colorId: '3' },
      { transparency: 'transparent' },
      { extendedProperties: { private: { seen: 'yes' } } },
      { attendees: [accepted] },
      { attendees: [accepted, ...invite(joe!).attendees], status: 'confirmed' },
      { status: 'cancelled' },
      { status: 'tentative' },
      { status: 'confirmed' },
    ]
    const replies = []
    for (const wish of wishes) replies.push(await bob!.patch(id, wish))
    const whole = { ...(await bob!.read(id)), attendees: [accepted], status: 'confirmed' }
    replies.push(await bob!.put(id, whole), await bob!.get(id))
    for (const { status, json } of replies) {
      expect(status).toBe(200)
      expect(sharedPart(json)).toEqual({ ...sharedPart(left), status: 'cancelled', summary })
      expect(json).not.toHaveProperty('location')
    }
    expect((await bob!.list()).items).toEqual([])
    expect((await joe!.get(id)).status).toBe(404)
    expect(await ann!.read(id)).toEqual(event)
    expect(await ann!.changedSince(tokens[0]!)).toEqual([])
    expect(await eve!.changedSince(tokens[1]!)).toEqual([])

    const { json: again } = await ann!.patch(id, invite(bob!, eve!))
    const back = await bob!.read(id)
    expect(sharedPart(back)).toEqual(sharedPart(again))
    expect(back).toMatchObject({ status: 'confirmed', location: 'Bern', colorId: '3' })
    expect(entryOf(back, bob!)).toMatchObject({ responseStatus: 'needsAction', self: true })
  })

  it('do not answer for one of a series that its guest is not invited to', async () => {
    const [ann, bob, eve] = await people(site, 3)
    const { id: seriesId } = await ann!.make({ ...mondays, ...invite(bob!, eve!) })
    const id = `${seriesId}_${mondayStarts[1]}`
    const { json: instance } = await ann!.patch(id, invite(eve!))
    const attendees = [{ email: bob!.calendarId, responseStatus: 'accepted' }]
    const { json } = await bob!.patch(id, { attendees, status: 'confirmed' })
    expect(json.status).toBe('cancelled')
    expect(await ann!.read(id)).toEqual(instance)
  })
})

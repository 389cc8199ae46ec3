import { expect, it } from 'vitest'
import { answer, answersIn, entryOf, invite, people, sharedPart } from '../support/guests.ts'
import { expectRefusal } from '../support/refusal.ts'
import { onEveryEngine } from '../support/sites.ts'

const refusal = { status: 403, reason: 'forbiddenForNonOrganizer', domain: 'calendar' }

onEveryEngine('a guest', (site) => {
  it('invites others, who have not answered yet, unless guests may not', async () => {
    const [ann, bob, eve, joe] = await people(site, 4)
    const event = await ann!.make(invite(bob!))
    const more = (guest: typeof eve) => ({
      attendees: [
        { email: bob!.calendarId },
        { email: guest!.calendarId, responseStatus: 'accepted', optional: true },
      ],
    })
    const { json } = await bob!.patch(event.id, more(eve))
    expect(answersIn(json)).toEqual({
      [bob!.calendarId]: 'needsAction',
      [eve!.calendarId]: 'needsAction',
    })
    expect(sharedPart(await ann!.read(event.id))).toEqual(sharedPart(json))
    expect(entryOf(await eve!.read(event.id), eve!)).toMatchObject({ optional: true, self: true })

    const { json: closed } = await ann!.patch(event.id, { guestsCanInviteOthers: false })
    const { json: kept } = await bob!.patch(event.id, more(joe))
    expect(sharedPart(kept)).toEqual(sharedPart(closed))
    expect((await joe!.get(event.id)).status).toBe(404)
  })

  it('changes the event for all where guests can modify it, and keeps what is its own', async () => {
    const [ann, bob, eve] = await people(site, 3)
    const event = await ann!.make({ ...invite(bob!, eve!), guestsCanModify: true, colorId: '1' })
    const { json } = await bob!.patch(event.id, {
      summary: 'Dinner',
      start: { dateTime: '2026-05-01T12:00:00Z' },
      end: { dateTime: '2026-05-01T13:00:00Z' },
      extendedProperties: { shared: { a: 'b' }, private: { c: 'd' } },
      colorId: '9',
    })
    expect(json).toMatchObject({ summary: 'Dinner', sequence: 1, colorId: '9' })
    for (const other of [ann!, eve!]) {
      expect(sharedPart(await other.read(event.id))).toEqual(sharedPart(json))
    }
    expect(await ann!.read(event.id)).toMatchObject({ colorId: '1' })
    expect(await eve!.read(event.id)).not.toHaveProperty('colorId')
  })

  it('sees itself alone where guests do not see each other, and answers all the same', async () => {
    const [ann, bob, eve] = await people(site, 3)
    const body = { ...invite(bob!, eve!), guestsCanSeeOtherGuests: false }
    const event = await ann!.make(body)
    expect(event.attendees).toHaveLength(2)
    const copy = await bob!.read(event.id)
    expect(copy.attendees).toEqual([
      { email: bob!.calendarId, responseStatus: 'needsAction', self: true },
    ])
    expect(copy.attendeesOmitted).toBe(true)
    expect((await bob!.list()).items).toEqual([copy])
    expect((await bob!.list(`?q=${eve!.calendarId}`)).items).toEqual([])
    const own = { email: bob!.calendarId, responseStatus: 'accepted' }
    for (const more of [{}, { attendeesOmitted: true }]) {
      const { json } = await bob!.patch(event.id, { attendees: [own], ...more })
      expect(json.attendees).toEqual([{ ...own, self: true }])
      expect(answersIn(await ann!.read(event.id))).toEqual({
        [bob!.calendarId]: 'accepted',
        [eve!.calendarId]: 'needsAction',
      })
      expect((await eve!.read(event.id)).attendees).toHaveLength(1)
    }
    await bob!.put(event.id, { ...(await bob!.read(event.id)), summary: 'x' })
    await ann!.patch(event.id, { guestsCanSeeOtherGuests: true })
    const seen = await eve!.read(event.id)
    expect(answersIn(seen)).toMatchObject({ [bob!.calendarId]: 'accepted' })
    expect(seen).not.toHaveProperty('attendeesOmitted')
  })

  it('changes a copy only as it has seen it', async () => {
    const [ann, bob] = await people(site, 2)
    const event = await ann!.make(invite(bob!))
    const { etag } = await bob!.read(event.id)
    await ann!.patch(event.id, { summary: 'Dinner' })
    const late = await bob!.patch(event.id, { colorId: '4' }, '', { 'If-Match': etag })
    expectRefusal(late, { status: 412, reason: 'conditionNotMet' })
  })

  // The rules below do not depend on the engine.
  if (!site.isEmbedded) return

  // Scenario 85
  it('changes words and times on its own copy only, until the organizer changes them', async () => {
    const [ann, bob] = await people(site, 2)
    const event = await ann!.make(invite(bob!))
    const wish = {
      summary: 'With Ann',
      description: 'mine',
      location: 'There',
      start: { dateTime: '2026-05-01T12:00:00Z' },
      end: { dateTime: '2026-05-01T13:00:00Z' },
      status: 'tentative',
      extendedProperties: { shared: { a: 'b' } },
    }
    const { json } = await bob!.patch(event.id, wish)
    expect(json).toMatchObject({ summary: 'With Ann', location: 'There', sequence: 0 })
    expect(await ann!.read(event.id)).toEqual(event)
    const { json: next } = await ann!.patch(event.id, { location: 'Here' })
    expect(sharedPart(await bob!.read(event.id))).toEqual(sharedPart(next))
  })

  // Scenario 86
  it('does not change what guests may do, not even by leaving it out', async () => {
    const [ann, bob] = await people(site, 2)
    const event = await ann!.make({ ...invite(bob!), guestsCanInviteOthers: false })
    const copy = await bob!.read(event.id)
    const { guestsCanInviteOthers: _, ...without } = copy as Record<string, unknown>
    expectRefusal(await bob!.put(event.id, without), refusal)
    const flags = ['guestsCanModify', 'guestsCanInviteOthers', 'guestsCanSeeOtherGuests']
    for (const flag of flags) {
      const other = (copy as Record<string, unknown>)[flag] === false || flag === flags[0]
      expectRefusal(await bob!.patch(event.id, { [flag]: other }), refusal)
    }
    expect(await bob!.read(event.id)).toEqual(copy)
    const own = {
      reminders: { useDefault: false },
      extendedProperties: { private: { seen: 'yes' } },
    }
    expect((await bob!.patch(event.id, own)).json).toMatchObject(own)
    expect(await ann!.read(event.id)).toEqual(event)
    expect((await bob!.put(event.id, await bob!.read(event.id))).status).toBe(200)
  })

  it('does not change them either where guests can modify the event', async () => {
    const [ann, bob] = await people(site, 2)
    const event = await ann!.make({ ...invite(bob!), guestsCanModify: true })
    expectRefusal(await bob!.patch(event.id, { guestsCanModify: false }), refusal)
    expect(await ann!.read(event.id)).toEqual(event)
  })

  it('removes no attendee, not even itself, unless guests can modify the event', async () => {
    const [ann, bob, eve] = await people(site, 3)
    const event = await ann!.make(invite(bob!, eve!))
    for (const attendees of [[], [{ email: bob!.calendarId }]]) {
      await bob!.patch(event.id, { attendees })
      expect(await ann!.read(event.id)).toEqual(event)
    }
    await ann!.patch(event.id, { guestsCanModify: true })
    await bob!.patch(event.id, invite(bob!))
    expect(answersIn(await ann!.read(event.id))).toEqual({ [bob!.calendarId]: 'needsAction' })
    expect(await eve!.read(event.id)).toMatchObject({ status: 'cancelled' })
  })

  it.each([true, false])(
    'keeps the answers of others when it writes a stale list back, guests can modify: %s',
    async (guestsCanModify) => {
      const [ann, bob, eve] = await people(site, 3)
      const event = await ann!.make({ ...invite(bob!, eve!), guestsCanModify })
      const { etag: _, ...stale } = await bob!.read(event.id)
      const said = { responseStatus: 'accepted', comment: 'Gladly', additionalGuests: 1 }
      await answer(eve!, event.id, said)
      expect((await bob!.put(event.id, { ...stale, colorId: '4' })).status).toBe(200)
      await bob!.patch(event.id, { attendees: stale.attendees })
      for (const one of [ann!, bob!, eve!]) {
        expect(entryOf(await one.read(event.id), eve!)).toMatchObject(said)
      }
      const own = { email: bob!.calendarId, responseStatus: 'tentative' }
      const other = { email: eve!.calendarId, optional: true, responseStatus: 'declined' }
      await bob!.patch(event.id, { attendees: [own, other] })
      const after = await ann!.read(event.id)
      expect(entryOf(after, bob!)).toMatchObject(own)
      expect(entryOf(after, eve!)).toMatchObject(said)
      expect(entryOf(after, eve!)!.optional).toBe(guestsCanModify || undefined)
    },
  )

  it('does not give the event away', async () => {
    const [ann, bob] = await people(site, 2)
    const { calendar } = await bob!.user.newCalendar()
    const event = await ann!.make(invite(bob!))
    const path = `${bob!.path}/${event.id}/move?destination=${calendar.id}`
    expectRefusal(await bob!.user.post(path), { status: 403, reason: 'cannotChangeOrganizer' })
  })

  it('cannot invite more than an event has room for', async () => {
    const [ann, bob] = await people(site, 2)
    const others = Array.from({ length: 198 }, (_, index) => ({ email: `g${index}@x.test` }))
    const attendees = [...invite(bob!).attendees, ...others]
    const event = await ann!.make({ attendees, guestsCanSeeOtherGuests: false })
    const more = (count: number) =>
      Array.from({ length: count }, (_, index) => ({ email: `h${index}@x.test` }))
    const own = invite(bob!).attendees
    const refused = await bob!.patch(event.id, { attendees: [...own, ...more(2)] })
    expectRefusal(refused, { status: 400, reason: 'invalid' })
    expect(await ann!.read(event.id)).toEqual(event)
    expect((await bob!.patch(event.id, { attendees: [...own, ...more(1)] })).status).toBe(200)
    expect((await ann!.read(event.id)).attendees).toHaveLength(200)
    await answer(bob!, event.id, { responseStatus: 'accepted' })
  })

  it('is refused a revision that is older than the one it has', async () => {
    const [ann, bob] = await people(site, 2)
    const event = await ann!.make({ ...invite(bob!), sequence: 3 })
    const stale = await bob!.patch(event.id, { sequence: 2, colorId: '4' })
    expectRefusal(stale, { status: 400, reason: 'invalid' })
    expect((await bob!.patch(event.id, { sequence: 3, colorId: '4' })).status).toBe(200)
  })
})

onEveryEngine('an event that everybody can come to', (site) => {
  const tooLow = { status: 403, reason: 'requiredAccessLevel', domain: 'calendar' }

  it('accepts a reader who adds itself, and nothing else from readers', async () => {
    const [ann, bob, eve] = await people(site, 3)
    const rule = { role: 'reader', scope: { type: 'user', value: bob!.calendarId } }
    await ann!.user.post(`/calendars/primary/acl?sendNotifications=false`, rule)
    const event = await ann!.make({ ...invite(eve!), anyoneCanAddSelf: true })
    const seen = ann!.as(bob!.user)
    const [own, listed] = [invite(bob!).attendees[0]!, event.attendees as object[]]
    for (const body of [
      { summary: 'Mine' },
      { attendees: [own] },
      { attendees: [...listed, own, { email: 'zoe@elsewhere.test' }] },
      { attendees: [...listed, own], summary: 'Mine' },
      { attendees: listed, reminders: { useDefault: false } },
      { anyoneCanAddSelf: false },
      { status: 'cancelled' },
    ]) {
      expectRefusal(await seen.patch(event.id, body), tooLow)
    }
    expect(await ann!.read(event.id)).toEqual(event)
    const added = await seen.patch(event.id, {
      attendees: [...listed, { ...own, responseStatus: 'accepted' }],
    })
    expect(added.status).toBe(200)
    expect(answersIn(await ann!.read(event.id))).toMatchObject({ [bob!.calendarId]: 'accepted' })
    expect(entryOf(await bob!.read(event.id), bob!)).toMatchObject({ self: true })
    expectRefusal(await seen.patch(event.id, { attendees: listed }), tooLow)
    expectRefusal(await seen.delete(event.id), tooLow)
  })

  // The rules below do not depend on the engine.
  if (!site.isEmbedded) return

  it('is the only one that a reader can change', async () => {
    const [ann, bob] = await people(site, 2)
    const rule = { role: 'reader', scope: { type: 'user', value: bob!.calendarId } }
    await ann!.user.post(`/calendars/primary/acl?sendNotifications=false`, rule)
    const seen = ann!.as(bob!.user)
    const hidden = await ann!.make({ anyoneCanAddSelf: true, visibility: 'private' })
    for (const id of [(await ann!.make()).id, hidden.id, 'nosuchevent']) {
      expectRefusal(await seen.patch(id, invite(bob!)), tooLow)
    }
  })
})

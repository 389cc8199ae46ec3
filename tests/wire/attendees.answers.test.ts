import { expect, it } from 'vitest'
import { answer, answersIn, entryOf, invite, people, sharedPart } from '../support/guests.ts'
import { onEveryEngine } from '../support/sites.ts'

onEveryEngine('answers to invitations', (site) => {
  // Scenario 84
  it('show on the event and on every copy', async () => {
    const [ann, bob, eve] = await people(site, 3)
    const event = await ann!.make(invite(bob!, eve!))
    const tokens = [await ann!.syncToken(), await eve!.syncToken()]
    const said = { responseStatus: 'accepted', comment: 'Gladly', additionalGuests: 2 }
    const copy = await answer(bob!, event.id, said)
    expect(entryOf(copy, bob!)).toEqual({ email: bob!.calendarId, ...said, self: true })
    for (const other of [ann!, eve!]) {
      const read = await other.read(event.id)
      expect(entryOf(read, bob!)).toEqual({ email: bob!.calendarId, ...said })
      expect(sharedPart(read)).toEqual(sharedPart(copy))
    }
    expect(copy.sequence).toBe(0)
    expect(await ann!.changedSince(tokens[0]!)).toEqual([event.id])
    expect(await eve!.changedSince(tokens[1]!)).toEqual([event.id])
  })

  it('of an organizer who is invited as well reach the copies', async () => {
    const [ann, bob] = await people(site, 2)
    const event = await ann!.make(invite(ann!, bob!))
    await answer(ann!, event.id, { responseStatus: 'accepted' })
    expect(entryOf(await bob!.read(event.id), ann!)).toEqual({
      email: ann!.calendarId,
      responseStatus: 'accepted',
      organizer: true,
    })
  })

  // The rules below do not depend on the engine.
  if (!site.isEmbedded) return

  it('can be withdrawn with their comment and guests', async () => {
    const [ann, bob] = await people(site, 2)
    const event = await ann!.make(invite(bob!))
    await answer(bob!, event.id, { responseStatus: 'accepted', comment: 'x', additionalGuests: 1 })
    await answer(bob!, event.id, {})
    expect(entryOf(await ann!.read(event.id), bob!)).toEqual({
      email: bob!.calendarId,
      responseStatus: 'needsAction',
    })
  })

  it.each([false, true])(
    'stay as they are in a list without the own entry, guests can modify: %s',
    async (guestsCanModify) => {
      const [ann, bob, eve] = await people(site, 3)
      const event = await ann!.make({ ...invite(bob!, eve!), guestsCanModify })
      const said = { responseStatus: 'accepted', comment: 'x', additionalGuests: 1 }
      await answer(bob!, event.id, said)
      const lists = [invite(eve!), { attendees: [] }, { attendees: null }]
      for (const list of lists) {
        expect((await bob!.patch(event.id, list)).status).toBe(200)
        for (const one of [ann!, bob!]) {
          expect(entryOf(await one.read(event.id), bob!)).toMatchObject(said)
        }
      }
    },
  )

  it('can be sent in a list that is marked as partial', async () => {
    const [ann, bob, eve] = await people(site, 3)
    const event = await ann!.make(invite(bob!, eve!))
    const own = { email: bob!.calendarId, responseStatus: 'tentative' }
    const { json } = await bob!.patch(event.id, { attendees: [own], attendeesOmitted: true })
    expect(answersIn(json)).toEqual({
      [bob!.calendarId]: 'tentative',
      [eve!.calendarId]: 'needsAction',
    })
    expect(sharedPart(await ann!.read(event.id))).toEqual(sharedPart(json))
  })

  it('cannot be sent for other attendees', async () => {
    const [ann, bob, eve] = await people(site, 3)
    const event = await ann!.make(invite(bob!, eve!))
    const { json } = await bob!.patch(event.id, {
      attendees: [
        { email: eve!.calendarId, responseStatus: 'accepted', displayName: 'Not me' },
        { email: bob!.calendarId, responseStatus: 'accepted', optional: true },
      ],
    })
    expect(json.attendees).toEqual([
      { email: bob!.calendarId, responseStatus: 'accepted', self: true },
      { email: eve!.calendarId, responseStatus: 'needsAction' },
    ])
    expect(sharedPart(await ann!.read(event.id))).toEqual(sharedPart(json))
  })

  // Scenario 88
  it('are reset by an organizer who omits them, and kept if they are sent', async () => {
    const [ann, bob] = await people(site, 2)
    const event = await ann!.make(invite(bob!))
    await answer(bob!, event.id, { responseStatus: 'accepted' })
    const { attendees } = await ann!.read(event.id)
    await ann!.patch(event.id, { attendees, summary: 'Dinner' })
    expect(answersIn(await bob!.read(event.id))).toEqual({ [bob!.calendarId]: 'accepted' })
    await ann!.patch(event.id, invite(bob!))
    expect(answersIn(await bob!.read(event.id))).toEqual({ [bob!.calendarId]: 'needsAction' })
  })

  it('leave what another guest has changed on its own copy', async () => {
    const [ann, bob, eve] = await people(site, 3)
    const event = await ann!.make(invite(bob!, eve!))
    await eve!.patch(event.id, { summary: 'With Ann', colorId: '4' })
    await answer(bob!, event.id, { responseStatus: 'accepted' })
    const copy = await eve!.read(event.id)
    expect(copy).toMatchObject({ summary: 'With Ann', colorId: '4' })
    expect(entryOf(copy, bob!)).toMatchObject({ responseStatus: 'accepted' })
  })
})

onEveryEngine('deleting a copy', (site) => {
  // Scenario 87
  it.each([
    ['by DELETE', 'delete'],
    ['by its status', 'patch'],
  ] as const)('%s declines, and leaves its details readable', async (_, method) => {
    const [ann, bob, eve] = await people(site, 3)
    const event = await ann!.make(invite(bob!, eve!))
    const reply =
      method === 'delete'
        ? await bob!.delete(event.id)
        : await bob!.patch(event.id, { status: 'cancelled' })
    expect(reply.status).toBe(method === 'delete' ? 204 : 200)
    const declined = { [bob!.calendarId]: 'declined', [eve!.calendarId]: 'needsAction' }
    for (const other of [ann!, eve!]) {
      const read = await other.read(event.id)
      expect(read.status).toBe('confirmed')
      expect(answersIn(read)).toEqual(declined)
    }
    const left = await bob!.read(event.id)
    expect(left).toMatchObject({ status: 'cancelled', summary: 'Lunch', start: event.start })
    expect(answersIn(left)).toEqual(declined)
    expect((await bob!.list()).items).toEqual([])
    expect((await bob!.delete(event.id)).status).toBe(410)
  })

  it('is for good, until the organizer asks again or the guest returns', async () => {
    const [ann, bob] = await people(site, 2)
    const event = await ann!.make(invite(bob!))
    await bob!.delete(event.id)
    await ann!.patch(event.id, { summary: 'Dinner' })
    expect(await bob!.read(event.id)).toMatchObject({ status: 'cancelled' })
    await ann!.patch(event.id, invite(bob!))
    const back = await bob!.read(event.id)
    expect(back).toMatchObject({ status: 'confirmed', summary: 'Dinner' })
    expect(answersIn(back)).toEqual({ [bob!.calendarId]: 'needsAction' })
    await bob!.delete(event.id)
    await ann!.patch(event.id, { summary: 'Supper' })
    const { json } = await bob!.patch(event.id, { status: 'confirmed' })
    expect(json).toMatchObject({ status: 'confirmed' })
    expect(sharedPart(await bob!.read(event.id))).toEqual(sharedPart(await ann!.read(event.id)))
    expect(answersIn(json)).toEqual({ [bob!.calendarId]: 'declined' })
  })
})

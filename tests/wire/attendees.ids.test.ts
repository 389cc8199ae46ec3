import { describe, expect, it } from 'vitest'
import type { CalendarEvents } from '../support/event-bodies.ts'
import { answer, answersIn, invite, people, sharedPart } from '../support/guests.ts'
import type { WireBody } from '../support/http.ts'
import { mondayStarts, mondays } from '../support/series-bodies.ts'
import { runAlmanac } from '../support/server.ts'
import { onServers } from '../support/sites.ts'

const id = 'lunch0123'

const copiesOn = async (events: CalendarEvents, summary: string, query = '') =>
  (await events.list(query)).items.filter((item) => item.summary === summary)

/** What all copies have in common apart from their ids. */
const contentOf = (event: WireBody) => {
  const { id: _id, recurringEventId: _series, ...content } = sharedPart(event)
  return content
}

onServers('an invitation to an event with an id that the attendee has used', (site) => {
  describe.each([
    ['lives', async () => {}],
    ['was deleted', async (bob: CalendarEvents) => void (await bob.delete(id))],
  ])('for an event that %s', (_, end) => {
    /** Bob has an event with the id, and Ann invites Bob to another one. */
    async function scene(body: object = {}) {
      const [ann, bob] = await people(site, 2)
      await bob!.make({ id, summary: 'Mine' })
      await end(bob!)
      const own = await bob!.read(id)
      const event = await ann!.make({ id, summary: 'Invitation', ...body, ...invite(bob!) })
      const [copy] = await copiesOn(bob!, 'Invitation')
      return { ann: ann!, bob: bob!, own, event, copy: copy! }
    }

    it('reaches the attendee, and leaves their event alone', async () => {
      const { bob, own, event, copy } = await scene()
      expect(contentOf(copy)).toEqual(contentOf(event))
      expect(copy.id).not.toBe(id)
      expect(await bob.read(copy.id!)).toEqual(copy)
      expect(await bob.read(id)).toEqual(own)
    })

    it('is changed, answered and cancelled as any other', async () => {
      const { ann, bob, own, copy } = await scene()
      await answer(bob, copy.id!, { responseStatus: 'accepted' })
      expect(answersIn(await ann.read(id))).toEqual({ [bob.calendarId]: 'accepted' })
      const { json } = await ann.patch(id, { location: 'Hall' })
      expect(contentOf(await bob.read(copy.id!))).toEqual(contentOf(json))
      expect((await bob.delete(copy.id!)).status).toBe(204)
      expect(answersIn(await ann.read(id))).toEqual({ [bob.calendarId]: 'declined' })
      expect((await bob.patch(copy.id!, { status: 'confirmed' })).status).toBe(200)
      expect((await bob.read(copy.id!)).status).toBe('confirmed')
      await ann.delete(id)
      expect((await bob.read(copy.id!)).status).toBe('cancelled')
      expect(await copiesOn(bob, 'Invitation')).toEqual([])
      expect(await bob.read(id)).toEqual(own)
    })

    // The rules below do not depend on the engine.
    if (!site.isEmbedded) return

    it('restores a series with its exceptions', async () => {
      const { ann, bob, copy } = await scene({ ...mondays, summary: 'Invitation' })
      const instance = `${copy.id}_${mondayStarts[1]}`
      await ann.patch(`${id}_${mondayStarts[1]}`, { summary: 'Special' })
      await ann.delete(`${id}_${mondayStarts[2]}`)
      expect(await bob.read(instance)).toMatchObject({
        summary: 'Special',
        recurringEventId: copy.id,
      })
      expect(await copiesOn(bob, 'Invitation', '?singleEvents=true')).toHaveLength(2)
      await answer(bob, instance, { responseStatus: 'tentative' })
      expect(answersIn(await ann.read(`${id}_${mondayStarts[1]}`))).toEqual({
        [bob.calendarId]: 'tentative',
      })
      // Whoever is invited later gets all of it at once.
      const [eve] = await people(site, 1)
      await eve!.make({ id, summary: 'Mine' })
      await end(eve!)
      await ann.patch(id, invite(bob, eve!))
      expect(await copiesOn(eve!, 'Special', '?singleEvents=true')).toHaveLength(1)
      expect(await copiesOn(eve!, 'Invitation', '?singleEvents=true')).toHaveLength(2)
    })

    it('restores one instance of a series', async () => {
      const [ann, bob, eve] = await people(site, 3)
      await bob!.make({ ...mondays, id, summary: 'Mine' })
      await end(bob!)
      await ann!.make({ ...mondays, id, ...invite(eve!) })
      await ann!.patch(`${id}_${mondayStarts[1]}`, { ...invite(bob!), summary: 'Special' })
      const [copy] = await copiesOn(bob!, 'Special')
      expect(copy!.id).not.toBe(`${id}_${mondayStarts[1]}`)
      const mine = await copiesOn(bob!, 'Mine', '?singleEvents=true&showDeleted=true')
      expect(mine).toHaveLength(4)
      await answer(bob!, copy!.id!, { responseStatus: 'accepted' })
      expect(answersIn(await ann!.read(`${id}_${mondayStarts[1]}`))).toEqual({
        [bob!.calendarId]: 'accepted',
      })
    })
  })

  it('reaches an attendee who is invited by several organizers', async () => {
    const [ann, bob, eve, joe] = await people(site, 4)
    for (const one of [ann!, eve!, joe!]) {
      await one.make({ id, summary: one.calendarId, ...invite(bob!) })
    }
    const summaries = async () => (await bob!.list()).items.map(({ summary }) => summary).sort()
    expect(await summaries()).toEqual([ann!, eve!, joe!].map(({ calendarId }) => calendarId).sort())
    for (const one of [ann!, eve!, joe!]) {
      const [copy] = await copiesOn(bob!, one.calendarId)
      await answer(bob!, copy!.id!, { responseStatus: 'accepted' })
      expect(answersIn(await one.read(id))).toEqual({ [bob!.calendarId]: 'accepted' })
      await one.delete(id)
    }
    expect(await summaries()).toEqual([])
  })

  it('keeps the id if an organizer invites to an event with the id again', async () => {
    const [ann, bob] = await people(site, 2)
    await ann!.make({ id, ...invite(bob!) })
    await ann!.user.post('/calendars/primary/clear')
    expect((await bob!.read(id)).status).toBe('cancelled')
    await ann!.make({ id, summary: 'Again', ...invite(bob!) })
    expect((await bob!.list()).items).toMatchObject([{ id, summary: 'Again' }])
  })

  it('leaves nothing wrong behind', async () => {
    const { stdout } = await runAlmanac(['check'], site.place.environment)
    expect(stdout).toBe('No problems found.\n')
  })
})

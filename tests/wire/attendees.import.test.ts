import { expect, it } from 'vitest'
import { invite, people } from '../support/guests.ts'
import { importEvent } from '../support/imported-events.ts'
import { mondayStarts, mondays } from '../support/series-bodies.ts'
import { onEveryEngine } from '../support/sites.ts'

onEveryEngine('an import onto the cancelled copy of a removed attendee', (site) => {
  async function removed(body: object = {}) {
    const [ann, bob] = await people(site, 2)
    const event = await ann!.make({ ...body, ...invite(bob!) })
    await ann!.patch(event.id, { attendees: [] })
    expect((await bob!.read(event.id)).status).toBe('cancelled')
    const { iCalUID, start, end, recurrence } = event
    const organizer = { email: ann!.calendarId }
    const again = { iCalUID, start, end, recurrence, organizer, ...invite(bob!) }
    return { ann: ann!, bob: bob!, id: event.id, again }
  }

  it.each([
    ['an event', {}],
    ['an event that attendees may change', { guestsCanModify: true }],
    ['a series', mondays],
  ])('brings %s back', async (_, body) => {
    const { ann, bob, id, again } = await removed(body)
    const { status, json } = await importEvent(bob.user, { ...again, summary: 'Back' })
    expect([status, json.status, json.summary]).toEqual([200, 'confirmed', 'Back'])
    const { items } = await bob.list()
    expect(items.map(({ summary }) => summary)).toEqual(['Back'])
    // It is private: nothing reaches the organizer, nor does the organizer change it.
    expect(await ann.read(id)).not.toHaveProperty('attendees')
    await ann.patch(id, { summary: 'Without Bob' })
    expect((await bob.list()).items).toEqual(items)
  })

  it('restores one instance without its series', async () => {
    const { bob, id, again } = await removed(mondays)
    const originalStartTime = { dateTime: '2026-06-08T09:00:00', timeZone: 'Europe/Berlin' }
    const times = {
      start: { dateTime: '2026-06-08T10:00:00', timeZone: 'Europe/Berlin' },
      end: { dateTime: '2026-06-08T11:00:00', timeZone: 'Europe/Berlin' },
    }
    const { recurrence: _, ...body } = again
    const { json } = await importEvent(bob.user, { ...body, ...times, originalStartTime })
    expect(json).toMatchObject({ id: `${id}_${mondayStarts[1]}`, status: 'confirmed' })
    const { items } = await bob.list('?singleEvents=true')
    expect(items.map((item) => item.id)).toEqual([json.id])
  })

  // The rules below do not depend on the engine.
  if (!site.isEmbedded) return

  it('gives way to a new invitation', async () => {
    const { ann, bob, id, again } = await removed()
    await importEvent(bob.user, { ...again, summary: 'Back' })
    await ann.patch(id, { ...invite(bob), summary: 'Invited' })
    const { items } = await bob.list()
    expect(items).toMatchObject([{ id, summary: 'Invited' }])
    await bob.patch(id, {
      attendees: [{ email: bob.calendarId, responseStatus: 'accepted' }],
    })
    expect(await ann.read(id)).toMatchObject({ attendees: [{ responseStatus: 'accepted' }] })
  })

  it('restores the instance that an attendee was removed from', async () => {
    const [ann, bob] = await people(site, 2)
    const series = await ann!.make({ ...mondays, ...invite(bob!) })
    const id = `${series.id}_${mondayStarts[1]}`
    const instance = await ann!.read(id)
    await ann!.patch(id, { attendees: [] })
    expect((await bob!.list('?singleEvents=true')).items).toHaveLength(3)
    const { iCalUID, start, end, originalStartTime, organizer, attendees } = instance
    const body = { iCalUID, start, end, originalStartTime, organizer, attendees }
    const { status, json } = await importEvent(bob!.user, { ...body, summary: 'Back' })
    expect([status, json.id, json.status]).toEqual([200, id, 'confirmed'])
    const { items } = await bob!.list('?singleEvents=true')
    expect(items.map(({ summary }) => summary).sort()).toEqual([
      'Back',
      ...Array(3).fill('Stand-up'),
    ])
  })
})

import { expect, it } from 'vitest'
import type { CalendarEvents } from '../support/event-bodies.ts'
import { answer, answersIn, entryOf, invite, people, sharedPart } from '../support/guests.ts'
import { runAlmanac } from '../support/server.ts'
import { onEveryEngine, type Site } from '../support/sites.ts'

let groupsCount = 0

async function groupOf(site: Site, ...members: readonly CalendarEvents[]): Promise<string> {
  const email = `team${++groupsCount}-${members[0]!.calendarId}`
  const { environment } = site.place
  expect((await runAlmanac(['group', 'create', email], environment)).code).toBe(0)
  for (const { calendarId } of members) {
    expect((await runAlmanac(['group', 'add', email, calendarId], environment)).code).toBe(0)
  }
  return email
}

onEveryEngine('groups that are invited', (site) => {
  it('are one attendee, and each member has a copy and answers for itself', async () => {
    const [ann, bob, eve] = await people(site, 3)
    const group = await groupOf(site, bob!, ann!)
    const attendees = [{ email: group }, ...invite(eve!).attendees]
    const event = await ann!.make({ attendees })
    expect(Object.keys(answersIn(event))).toEqual([group, eve!.calendarId])
    const copy = await bob!.read(event.id)
    expect(sharedPart(copy)).toEqual(sharedPart(event))
    expect(entryOf(copy, bob!)).toBeUndefined()

    await answer(bob!, event.id, { responseStatus: 'accepted' })
    const read = await Promise.all([ann!, bob!, eve!].map((one) => one.read(event.id)))
    for (const one of read) expect(sharedPart(one)).toEqual(sharedPart(read[0]!))
    expect(answersIn(read[0]!)).toEqual({
      [group]: 'needsAction',
      [eve!.calendarId]: 'needsAction',
      [bob!.calendarId]: 'accepted',
    })
    expect((await bob!.delete(event.id)).status).toBe(204)
    const left = answersIn(await ann!.read(event.id))
    expect(left).toMatchObject({ [bob!.calendarId]: 'declined' })
  })

  it('invite whoever is a member when the organizer changes the event', async () => {
    const [ann, bob, eve] = await people(site, 3)
    const group = await groupOf(site, bob!)
    const event = await ann!.make({ attendees: [{ email: group }] })
    const { environment } = site.place
    await runAlmanac(['group', 'add', group, eve!.calendarId], environment)
    await runAlmanac(['group', 'remove', group, bob!.calendarId], environment)
    await ann!.patch(event.id, { summary: 'Dinner' })
    expect(await eve!.read(event.id)).toMatchObject({ summary: 'Dinner' })
    expect(await bob!.read(event.id)).toMatchObject({ status: 'cancelled' })
    await ann!.delete(event.id)
    expect(await eve!.read(event.id)).toMatchObject({ status: 'cancelled' })
  })
})

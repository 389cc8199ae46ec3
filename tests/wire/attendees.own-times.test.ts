import { expect, it } from 'vitest'
import type { CalendarEvents } from '../support/event-bodies.ts'
import { answer, answersIn, invite, people, sharedPart } from '../support/guests.ts'
import { mondayStarts, mondays, timed } from '../support/series-bodies.ts'
import { runAlmanac } from '../support/server.ts'
import { onServers } from '../support/sites.ts'

const at = (id: string, index: number) => `${id}_${mondayStarts[index]}`

const instancesOn = async (events: CalendarEvents) =>
  (await events.list('?singleEvents=true&orderBy=startTime')).items

const startsOn = async (events: CalendarEvents) =>
  (await instancesOn(events)).map(({ start }) => {
    const { dateTime } = start as { dateTime: string }
    return new Date(dateTime).toISOString().slice(5, 13)
  })

onServers('an attendee who has changed the times of their copy', (site) => {
  /** Bob has put a series of Ann's at another time on the own calendar, an hour later unless told otherwise. */
  async function scene(start = '2026-06-01T10:00:00') {
    const [ann, bob, eve] = await people(site, 3)
    const { id } = await ann!.make({ ...mondays, ...invite(bob!, eve!) })
    expect((await bob!.patch(id, timed(start))).status).toBe(200)
    expect(await startsOn(ann!)).toEqual(['06-01T07', '06-08T07', '06-15T07', '06-22T07'])
    return { ann: ann!, bob: bob!, eve: eve!, id }
  }

  it('sees the organizer cancel an instance', async () => {
    const { ann, bob, id } = await scene()
    expect(await startsOn(bob)).toEqual(['06-01T08', '06-08T08', '06-15T08', '06-22T08'])
    const { nextSyncToken } = await bob.list('?singleEvents=true')
    await ann.delete(at(id, 1))
    expect(await startsOn(bob)).toEqual(await startsOn(ann))
    expect((await bob.read(at(id, 1))).status).toBe('cancelled')
    const { items } = await bob.list(`?singleEvents=true&syncToken=${nextSyncToken}`)
    const ids = items.map((item) => item.id)
    expect(ids).toHaveLength(new Set(ids).size)
    const confirmed = items.filter(({ status }) => status === 'confirmed')
    expect(confirmed.map((item) => item.id).sort()).toEqual([0, 2, 3].map((n) => at(id, n)))
  })

  it('has what the organizer has once the organizer changes the series', async () => {
    const { ann, bob, id } = await scene()
    const [first] = await instancesOn(bob)
    await answer(bob, first!.id!, { responseStatus: 'accepted' })
    await ann.patch(id, { summary: 'Weekly' })
    expect((await instancesOn(bob)).map(sharedPart)).toEqual(
      (await instancesOn(ann)).map(sharedPart),
    )
  })

  // The rules below do not depend on the engine.
  if (!site.isEmbedded) return

  it('answers an event, a series and its instances, and the organizer sees it', async () => {
    const { ann, bob, eve, id } = await scene()
    const single = await ann.make(invite(bob))
    await bob.patch(single.id, timed('2026-05-01T20:00:00'))
    for (const event of [single.id, id]) {
      await answer(bob, event, { responseStatus: 'accepted' })
      expect(answersIn(await ann.read(event))).toMatchObject({ [bob.calendarId]: 'accepted' })
    }
    const before = await startsOn(bob)
    const [first, second, third] = await instancesOn(bob)
      .then((items) => items.filter((item) => item.recurringEventId === id))
      .then((items) => items.map((item) => item.id!))
    await answer(bob, first!, { responseStatus: 'tentative' })
    await answer(bob, second!, { responseStatus: 'declined', comment: 'Away' })
    expect((await bob.delete(third!)).status).toBe(204)
    for (const one of [ann, eve]) {
      const answers = []
      for (const index of [0, 1, 2, 3]) {
        answers.push(answersIn(await one.read(at(id, index)))[bob.calendarId])
      }
      expect(answers).toEqual(['tentative', 'declined', 'declined', 'accepted'])
    }
    // What others answer leaves the times on the own calendar alone.
    await answer(eve, at(id, 3), { responseStatus: 'accepted' })
    await answer(eve, id, { responseStatus: 'accepted' })
    expect(await startsOn(bob)).toEqual(before.toSpliced(3, 1))
    expect(answersIn(await bob.read(id))).toMatchObject({ [eve.calendarId]: 'accepted' })
    expect(answersIn(await bob.read(second!))).toMatchObject({ [bob.calendarId]: 'declined' })
    const checked = await runAlmanac(['check'], site.place.environment)
    expect(checked.stdout).toBe('No problems found.\n')
  })

  it('sees the organizer change an instance', async () => {
    const { ann, bob, id } = await scene()
    await ann.patch(at(id, 2), { summary: 'Special', ...timed('2026-06-16T09:00:00') })
    expect(await startsOn(bob)).toEqual(['06-01T07', '06-08T07', '06-16T07', '06-22T07'])
    expect((await bob.read(at(id, 2))).summary).toBe('Special')
  })

  it('sees the organizer cancel an instance whose times alone they have changed', async () => {
    const [ann, bob] = await people(site, 2)
    const { id } = await ann!.make({ ...mondays, ...invite(bob!) })
    await bob!.patch(at(id, 1), timed('2026-06-09T10:00:00'))
    expect(await startsOn(bob!)).toEqual(['06-01T07', '06-09T08', '06-15T07', '06-22T07'])
    await answer(bob!, at(id, 1), { responseStatus: 'tentative' })
    expect(answersIn(await ann!.read(at(id, 1)))).toEqual({ [bob!.calendarId]: 'tentative' })
    await ann!.delete(at(id, 1))
    expect(await startsOn(bob!)).toEqual(['06-01T07', '06-15T07', '06-22T07'])
  })

  it('restores a deleted instance at its own time', async () => {
    const { ann, bob, id } = await scene()
    const [first] = await instancesOn(bob)
    await bob.delete(first!.id!)
    await bob.patch(first!.id!, { status: 'confirmed' })
    expect(await startsOn(bob)).toEqual(['06-01T08', '06-08T08', '06-15T08', '06-22T08'])
    await answer(bob, first!.id!, { responseStatus: 'accepted' })
    expect(answersIn(await ann.read(at(id, 0)))).toMatchObject({ [bob.calendarId]: 'accepted' })
  })

  it('answers the instance that is nearest', async () => {
    const { ann, bob, id } = await scene('2026-06-03T10:00:00')
    const [, second] = await instancesOn(bob)
    await answer(bob, second!.id!, { responseStatus: 'accepted' })
    expect(answersIn(await ann.read(at(id, 1)))).toMatchObject({ [bob.calendarId]: 'accepted' })
    expect(answersIn(await ann.read(at(id, 2)))).toMatchObject({ [bob.calendarId]: 'needsAction' })
  })
})

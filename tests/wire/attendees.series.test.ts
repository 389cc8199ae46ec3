import { expect, it } from 'vitest'
import type { CalendarEvents } from '../support/event-bodies.ts'
import { answer, answersIn, invite, people, sharedPart } from '../support/guests.ts'
import { mondayStarts, mondays } from '../support/series-bodies.ts'
import { onEveryEngine } from '../support/sites.ts'

const at = (id: string, index: number) => `${id}_${mondayStarts[index]}`

/** The summaries of what a calendar has in June, in the order of time. */
async function told(events: CalendarEvents): Promise<(string | undefined)[]> {
  const { items } = await events.list('?singleEvents=true&orderBy=startTime')
  return items.map(({ summary }) => summary)
}

onEveryEngine('copies of series', (site) => {
  it('repeat as the series does, and follow it', async () => {
    const [ann, bob] = await people(site, 2)
    const series = await ann!.make({ ...mondays, ...invite(bob!) })
    expect(sharedPart(await bob!.read(series.id))).toEqual(sharedPart(series))
    expect(await told(bob!)).toHaveLength(4)
    const { json } = await ann!.patch(series.id, { recurrence: ['RRULE:FREQ=WEEKLY;COUNT=2'] })
    expect(sharedPart(await bob!.read(series.id))).toEqual(sharedPart(json))
    expect(await told(bob!)).toHaveLength(2)
    await ann!.patch(series.id, { recurrence: [] })
    expect(await told(bob!)).toHaveLength(1)
    await ann!.patch(series.id, { recurrence: mondays.recurrence })
    expect(await told(bob!)).toHaveLength(4)
    await ann!.delete(series.id)
    expect(await told(bob!)).toEqual([])
    await ann!.patch(series.id, { status: 'confirmed' })
    expect(await told(bob!)).toHaveLength(4)
  })

  it('differ if the series does', async () => {
    const [ann, bob] = await people(site, 2)
    const { id } = await ann!.make({ ...mondays, ...invite(bob!) })
    const { json } = await ann!.patch(at(id, 1), { summary: 'Special' })
    expect(sharedPart(await bob!.read(at(id, 1)))).toEqual(sharedPart(json))
    await ann!.delete(at(id, 2))
    expect(await told(bob!)).toEqual(['Stand-up', 'Special', 'Stand-up'])
    await ann!.patch(at(id, 2), { status: 'confirmed', summary: 'Back' })
    await ann!.patch(id, { summary: 'Weekly' })
    expect(await told(bob!)).toEqual(['Weekly', 'Special', 'Back', 'Weekly'])
    await ann!.patch(id, { recurrence: ['RRULE:FREQ=WEEKLY;COUNT=1'] })
    expect(await told(bob!)).toEqual(['Weekly'])
  })

  it('of a guest of one instance are that instance alone', async () => {
    const [ann, bob, eve] = await people(site, 3)
    const { id, iCalUID } = await ann!.make({ ...mondays, ...invite(bob!) })
    const { json } = await ann!.patch(at(id, 1), invite(bob!, eve!))
    expect((await eve!.get(id)).status).toBe(404)
    expect((await eve!.get(at(id, 0))).status).toBe(404)
    const copy = await eve!.read(at(id, 1))
    expect(copy).toMatchObject({
      recurringEventId: id,
      originalStartTime: json.originalStartTime,
      iCalUID,
    })
    expect(sharedPart(copy)).toEqual(sharedPart(json))
    expect((await eve!.list()).items).toEqual([copy])
    await answer(eve!, at(id, 1), { responseStatus: 'accepted' })
    const read = await Promise.all([ann!, bob!, eve!].map((one) => one.read(at(id, 1))))
    for (const one of read) expect(sharedPart(one)).toEqual(sharedPart(read[0]!))
    expect(answersIn(read[0]!)).toMatchObject({ [eve!.calendarId]: 'accepted' })

    await ann!.patch(id, invite(bob!, eve!))
    expect(await told(eve!)).toHaveLength(4)
    await ann!.patch(id, invite(bob!))
    expect((await eve!.list()).items).toEqual([])
  })

  it('lack an instance that their guest is not invited to', async () => {
    const [ann, bob, eve] = await people(site, 3)
    const { id } = await ann!.make({ ...mondays, ...invite(bob!, eve!) })
    const token = await eve!.syncToken()
    await ann!.patch(at(id, 1), { ...invite(bob!), summary: 'Without Eve' })
    expect(await told(bob!)).toEqual(['Stand-up', 'Without Eve', 'Stand-up', 'Stand-up'])
    expect(await told(eve!)).toEqual(Array(3).fill('Stand-up'))
    const { items } = await eve!.list(`?syncToken=${token}`)
    expect(items).toMatchObject([{ id: at(id, 1), status: 'cancelled', recurringEventId: id }])
    expect(items[0]).not.toHaveProperty('summary')
    await ann!.patch(at(id, 1), invite(bob!, eve!))
    expect(await told(eve!)).toHaveLength(4)
  })

  it('lose an instance that their guest deletes, who then has declined it', async () => {
    const [ann, bob] = await people(site, 2)
    const { id } = await ann!.make({ ...mondays, ...invite(bob!) })
    expect((await bob!.delete(at(id, 1))).status).toBe(204)
    expect(await told(bob!)).toHaveLength(3)
    expect(await told(ann!)).toHaveLength(4)
    expect(answersIn(await ann!.read(at(id, 1)))).toEqual({ [bob!.calendarId]: 'declined' })
    expect(answersIn(await ann!.read(id))).toEqual({ [bob!.calendarId]: 'needsAction' })
    await ann!.patch(id, { summary: 'Weekly' })
    expect(await told(bob!)).toEqual(Array(3).fill('Weekly'))
    expect((await bob!.delete(id)).status).toBe(204)
    await ann!.patch(at(id, 2), { summary: 'Special' })
    expect((await bob!.list()).items).toEqual([])
    const { json } = await bob!.patch(id, { status: 'confirmed' })
    expect(json.status).toBe('confirmed')
    expect(await told(bob!)).toEqual(['Weekly', 'Special', 'Weekly'])
  })

  it('move with their series', async () => {
    const [ann, bob] = await people(site, 2)
    const { calendar } = await ann!.user.newCalendar({ summary: 'Team' })
    const { id } = await ann!.make({ ...mondays, ...invite(bob!) })
    await ann!.patch(at(id, 1), { summary: 'Special' })
    await bob!.patch(at(id, 2), { colorId: '3' })
    const path = `${ann!.path}/${id}/move?destination=${calendar.id}`
    expect((await ann!.user.post(path)).status).toBe(200)
    expect(await bob!.read(id)).toMatchObject({ organizer: { email: calendar.id } })
    expect(await bob!.read(at(id, 1))).toMatchObject({ organizer: { email: calendar.id } })
    expect(await bob!.read(at(id, 2))).toMatchObject({ colorId: '3' })
    expect(await told(bob!)).toEqual(['Stand-up', 'Special', 'Stand-up', 'Stand-up'])
  })

  // The rules below do not depend on the engine.
  if (!site.isEmbedded) return

  it('keep what a guest has for one instance alone', async () => {
    const [ann, bob] = await people(site, 2)
    const { id } = await ann!.make({ ...mondays, ...invite(bob!) })
    await bob!.patch(at(id, 1), { colorId: '3', summary: 'Mine' })
    expect(await told(bob!)).toEqual(['Stand-up', 'Mine', 'Stand-up', 'Stand-up'])
    expect(await told(ann!)).toEqual(Array(4).fill('Stand-up'))
    await ann!.patch(id, { summary: 'Weekly' })
    expect(await told(bob!)).toEqual(Array(4).fill('Weekly'))
    expect(await bob!.read(at(id, 1))).toMatchObject({ colorId: '3' })
    await bob!.patch(id, { colorId: '6' })
    await ann!.patch(at(id, 2), { summary: 'Special' })
    expect(await bob!.read(at(id, 2))).toMatchObject({ colorId: '6', summary: 'Special' })
    expect(await bob!.read(at(id, 1))).toMatchObject({ colorId: '3' })
  })

  it('of a guest of one instance end with the series, and stay without the others', async () => {
    const [ann, bob, eve] = await people(site, 3)
    const { id } = await ann!.make({ ...mondays, ...invite(eve!) })
    await ann!.patch(at(id, 1), invite(bob!, eve!))
    await ann!.patch(id, { attendees: [] })
    const { items } = await eve!.list()
    expect(items.map((item) => item.id)).toEqual([at(id, 1)])
    await eve!.patch(at(id, 1), { colorId: '5' })
    await ann!.patch(at(id, 1), { summary: 'Special' })
    expect(await eve!.read(at(id, 1))).toMatchObject({ colorId: '5', summary: 'Special' })
    await ann!.delete(id)
    expect((await eve!.list()).items).toEqual([])
    await ann!.patch(id, { status: 'confirmed' })
    expect(await told(eve!)).toEqual(['Special'])
    expect((await eve!.delete(at(id, 1))).status).toBe(204)
    expect(answersIn(await ann!.read(at(id, 1)))).toMatchObject({ [eve!.calendarId]: 'declined' })
  })

  it('show answers to the series and to one instance', async () => {
    const [ann, bob, eve] = await people(site, 3)
    const { id } = await ann!.make({ ...mondays, ...invite(bob!, eve!) })
    await answer(bob!, id, { responseStatus: 'accepted' })
    await answer(bob!, at(id, 2), { responseStatus: 'declined' })
    for (const one of [ann!, bob!, eve!]) {
      expect(answersIn(await one.read(id))).toMatchObject({ [bob!.calendarId]: 'accepted' })
      expect(answersIn(await one.read(at(id, 1)))).toMatchObject({ [bob!.calendarId]: 'accepted' })
      expect(answersIn(await one.read(at(id, 2)))).toMatchObject({ [bob!.calendarId]: 'declined' })
    }
    // Whoever is invited later is invited to all of it.
    const [joe] = await people(site, 1)
    const { attendees = [] } = await ann!.read(id)
    await ann!.patch(id, { attendees: [...(attendees as object[]), ...invite(joe!).attendees] })
    expect(await told(joe!)).toHaveLength(4)
    const answers = answersIn(await joe!.read(at(id, 2)))
    expect(answers).toMatchObject({ [bob!.calendarId]: 'declined' })
  })

  it('arrive on the calendar that an event is given to', async () => {
    const [ann, bob] = await people(site, 2)
    const { calendar } = await ann!.user.newCalendar({ summary: 'Team' })
    const team = new (ann!.constructor as typeof CalendarEvents)(ann!.user, calendar.id!)
    const { id } = await ann!.make({ ...mondays, ...invite(bob!, team) })
    await team.patch(at(id, 2), { colorId: '3' })
    const path = `${ann!.path}/${id}/move?destination=${calendar.id}`
    expect((await ann!.user.post(path)).status).toBe(200)
    await team.patch(id, { summary: 'Weekly' })
    expect(await told(team)).toEqual(Array(4).fill('Weekly'))
    expect(await told(bob!)).toEqual(Array(4).fill('Weekly'))
    expect((await ann!.list()).items).toEqual([])
  })
})

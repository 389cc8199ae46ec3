import { beforeAll, expect, it } from 'vitest'
import { CalendarEvents } from '../support/event-bodies.ts'
import { answer, answersIn, entryOf, invite, people, sharedPart } from '../support/guests.ts'
import { runAlmanac } from '../support/server.ts'
import { onServers } from '../support/sites.ts'
import { administrator, freshEmail } from './admin-fixture.ts'

const groups = '/admin/v1/groups'

onServers('groups that are invited', (site) => {
  let boss: Awaited<ReturnType<typeof administrator>>
  beforeAll(async () => {
    boss = await administrator(site.place, site.server)
  })

  const groupOf = async (...members: readonly CalendarEvents[]) => {
    const email = freshEmail('team')
    expect((await boss.post(groups, { email })).status).toBe(200)
    for (const member of members) await join(email, member)
    return email
  }
  const join = async (group: string, { calendarId: email }: CalendarEvents) =>
    expect((await boss.post(`${groups}/${group}/members`, { email })).status).toBe(200)
  const leave = async (group: string, { calendarId }: CalendarEvents) =>
    expect((await boss.delete(`${groups}/${group}/members/${calendarId}`)).status).toBe(204)

  it('are one attendee, and each member has a copy and answers for itself', async () => {
    const [ann, bob, eve] = await people(site, 3)
    const group = await groupOf(bob!, ann!)
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

  it.each([
    [
      'an administrator',
      async (email: string, member: CalendarEvents) => {
        await boss.post(groups, { email })
        await join(email, member)
      },
    ],
    [
      'the command line',
      async (email: string, { calendarId }: CalendarEvents) => {
        const { environment } = site.place
        await runAlmanac(['group', 'create', email], environment)
        await runAlmanac(['group', 'add', email, calendarId], environment)
      },
    ],
  ])('are known once %s has made them, however often they were invited before', async (_, make) => {
    const [ann, bob] = await people(site, 2)
    const email = freshEmail('board')
    for (const _time of [1, 2]) await ann!.make({ attendees: [{ email }] })
    await make(email, bob!)
    const event = await ann!.make({ attendees: [{ email }] })
    expect(sharedPart(await bob!.read(event.id))).toEqual(sharedPart(event))
  })

  it('and users who have come since are no strangers any more', async () => {
    const [ann] = await people(site, 1)
    const email = `late-${ann!.calendarId}`
    const early = await ann!.make({ attendees: [{ email }] })
    await ann!.patch(early.id, { summary: 'Nobody is here yet' })
    const late = new CalendarEvents(await site.user({ email }), email)
    const event = await ann!.make({ attendees: [{ email }] })
    await ann!.patch(early.id, { summary: 'Somebody is here' })
    expect(sharedPart(await late.read(event.id))).toEqual(sharedPart(event))
    expect(await late.read(early.id)).toMatchObject({ summary: 'Somebody is here' })
  })

  it('let a member who left return, and no former member', async () => {
    const [ann, bob] = await people(site, 2)
    const group = await groupOf(bob!)
    const asked = { attendees: [{ email: group }] }
    const [left, other] = [await ann!.make(asked), await ann!.make(asked)]
    await bob!.delete(left.id)
    await ann!.patch(left.id, asked)
    const returned = await bob!.patch(left.id, { status: 'confirmed' })
    expect(returned.json.status).toBe('confirmed')
    await leave(group, bob!)
    const { json: event } = await ann!.patch(other.id, { summary: 'Dinner' })
    const attendees = [{ email: bob!.calendarId, responseStatus: 'accepted' }]
    const { json } = await bob!.patch(other.id, { attendees, status: 'confirmed' })
    expect(json).toMatchObject({ status: 'cancelled', summary: 'Lunch' })
    expect(await ann!.read(other.id)).toEqual(event)
  })

  it('invite the current members when the organizer changes the event', async () => {
    const [ann, bob, eve] = await people(site, 3)
    const group = await groupOf(bob!)
    const event = await ann!.make({ attendees: [{ email: group }] })
    await join(group, eve!)
    await leave(group, bob!)
    await ann!.patch(event.id, { summary: 'Dinner' })
    expect(await eve!.read(event.id)).toMatchObject({ summary: 'Dinner' })
    expect(await bob!.read(event.id)).toMatchObject({ status: 'cancelled' })
    await ann!.delete(event.id)
    expect(await eve!.read(event.id)).toMatchObject({ status: 'cancelled' })
  })
})

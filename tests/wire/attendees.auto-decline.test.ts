import { expect, it } from 'vitest'
import type { CalendarEvents } from '../support/event-bodies.ts'
import { answer, answersIn, entryOf, invite, people } from '../support/guests.ts'
import { newsOf, toldIn } from '../support/outbox.ts'
import { at } from '../support/rooms.ts'
import { runAlmanac } from '../support/server.ts'
import { onServers } from '../support/sites.ts'

const all = 'declineAllConflictingInvitations'
const onlyNew = 'declineOnlyNewConflictingInvitations'
const none = 'declineNone'
const declineMessage = 'Gone fishing'

const away = (autoDeclineMode: string, body: object = at(8, 18)) => ({
  eventType: 'outOfOffice',
  outOfOfficeProperties: { autoDeclineMode, declineMessage },
  ...body,
})

const focused = (autoDeclineMode: string, body: object = at(8, 18)) => ({
  eventType: 'focusTime',
  focusTimeProperties: { autoDeclineMode, declineMessage },
  ...body,
})

onServers('absences', (site) => {
  const shown = async (organizer: CalendarEvents, guest: CalendarEvents, id: string) => {
    const [here, there] = await Promise.all([organizer.read(id), guest.read(id)])
    const [one, other] = [entryOf(here, guest), entryOf(there, guest)]
    expect(other).toEqual({ ...one, self: true })
    return [one?.responseStatus, one?.comment]
  }
  const asked = ['needsAction', undefined]
  const declined = ['declined', declineMessage]

  it('decline what moves into their way, and undo nothing when they go', async () => {
    const [ann, bob] = await people(site, 2)
    const absence = await bob!.make(away(all))
    const event = await ann!.make({ ...invite(bob!), ...at(19) })
    await answer(bob!, event.id, { responseStatus: 'accepted' })
    await ann!.patch(event.id, at(9))
    expect(await shown(ann!, bob!, event.id)).toEqual(declined)
    await bob!.delete(absence.id)
    expect(await shown(ann!, bob!, event.id)).toEqual(declined)
  })

  it('decline more when they become longer or stricter', async () => {
    const [ann, bob] = await people(site, 2)
    const event = await ann!.make({ ...invite(bob!), ...at(9) })
    const later = await ann!.make({ ...invite(bob!), ...at(19) })
    const absence = await bob!.make(away(onlyNew))
    expect(await shown(ann!, bob!, event.id)).toEqual(asked)
    const { outOfOfficeProperties } = away(all)
    await bob!.patch(absence.id, { outOfOfficeProperties })
    expect(await shown(ann!, bob!, event.id)).toEqual(declined)
    expect(await shown(ann!, bob!, later.id)).toEqual(asked)
    await bob!.patch(absence.id, at(8, 21))
    expect(await shown(ann!, bob!, later.id)).toEqual(declined)
  })

  it('decline instances of series individually, existing and new ones', async () => {
    const [ann, bob, eve] = await people(site, 3)
    const weekly = { ...at(9), recurrence: ['RRULE:FREQ=WEEKLY;COUNT=4'] }
    const before = await ann!.make({ ...invite(bob!, eve!), ...weekly })
    await bob!.make(away(all, at(8, 18, '2031-03-17')))
    const after = await ann!.make({ ...invite(bob!, eve!), ...weekly })
    for (const { id } of [before, after]) {
      expect(await shown(ann!, bob!, id)).toEqual(asked)
      for (const day of ['03', '10', '24']) {
        expect(await shown(ann!, bob!, `${id}_203103${day}T090000Z`)).toEqual(asked)
      }
      expect(await shown(ann!, bob!, `${id}_20310317T090000Z`)).toEqual(declined)
      const seen = answersIn(await eve!.read(`${id}_20310317T090000Z`))
      expect(seen).toEqual({ [bob!.calendarId]: 'declined', [eve!.calendarId]: 'needsAction' })
    }
  })

  // The rules below do not depend on the engine.
  if (!site.isEmbedded) return

  it.each([
    [all, declined],
    [onlyNew, declined],
    [none, asked],
  ])('with %s answer new invitations', async (mode, answered) => {
    for (const absence of [away(mode), focused(mode)]) {
      const [ann, bob] = await people(site, 2)
      await bob!.make(absence)
      const event = await ann!.make({ ...invite(bob!), ...at(9) })
      expect(await shown(ann!, bob!, event.id)).toEqual(answered)
      const other = await ann!.make({ ...invite(bob!), ...at(18, 19) })
      expect(await shown(ann!, bob!, other.id)).toEqual(asked)
    }
  })

  it.each([
    [all, declined],
    [onlyNew, asked],
    [none, asked],
  ])('with %s answer invitations that there are', async (mode, answered) => {
    const [ann, bob] = await people(site, 2)
    const event = await ann!.make({ ...invite(bob!), ...at(9) })
    const later = await ann!.make({ ...invite(bob!), ...at(18, 19) })
    await bob!.make(away(mode))
    expect(await shown(ann!, bob!, event.id)).toEqual(answered)
    expect(await shown(ann!, bob!, later.id)).toEqual(asked)
  })

  it('leave alone what their user organizes, what blocks no time, and who answers oneself', async () => {
    const [ann, bob] = await people(site, 2)
    const own = await bob!.make({ ...invite(ann!, bob!), ...at(9) })
    const free = await ann!.make({ ...invite(bob!), ...at(9), transparency: 'transparent' })
    await bob!.make(away(all))
    expect(answersIn(await bob!.read(own.id))[bob!.calendarId]).toBe('needsAction')
    expect(await shown(ann!, bob!, free.id)).toEqual(asked)
    const unseen = { ...invite(bob!), ...at(10), transparency: 'transparent' }
    expect(await shown(ann!, bob!, (await ann!.make(unseen)).id)).toEqual(asked)
    const event = await ann!.make({ ...invite(bob!), ...at(11) })
    await answer(bob!, event.id, { responseStatus: 'accepted' })
    expect(await shown(ann!, bob!, event.id)).toEqual(['accepted', undefined])
    await ann!.patch(event.id, { summary: 'The same hour' })
    expect(await shown(ann!, bob!, event.id)).toEqual(['accepted', undefined])
  })

  it('repeat as well', async () => {
    const [ann, bob] = await people(site, 2)
    await bob!.make(focused(onlyNew, { ...at(8, 10), recurrence: ['RRULE:FREQ=WEEKLY'] }))
    const once = await ann!.make({ ...invite(bob!), ...at(9, 10, '2031-06-02') })
    expect(await shown(ann!, bob!, once.id)).toEqual(declined)
    const daily = { ...at(9), recurrence: ['RRULE:FREQ=DAILY;COUNT=9'] }
    const series = await ann!.make({ ...invite(bob!), ...daily })
    const { items } = await bob!.user
      .get(`${bob!.path}/${series.id}/instances`)
      .then(({ json }) => json as unknown as { items: Record<string, unknown>[] })
    const answers = items.map((item) => answersIn(item as never)[bob!.calendarId])
    expect(answers).toEqual([
      'declined',
      ...Array(6).fill('needsAction'),
      'declined',
      'needsAction',
    ])
  })

  it('mail organizers according to sendUpdates, and keep all copies equal', async () => {
    const [ann, bob] = await people(site, 2)
    const quiet = await ann!.make({ ...invite(bob!), ...at(9) })
    await bob!.make(away(all))
    expect(await newsOf(site, quiet.iCalUID)).toEqual([])
    const later = await ann!.make({ ...invite(bob!), ...at(19) })
    await bob!.make(away(all, at(18, 22)), '?sendUpdates=all')
    const news = await newsOf(site, later.iCalUID)
    expect(toldIn(news)).toEqual([[ann!.calendarId, 'REPLY', 'Declined']])
    expect(news[0]!.text).toContain(declineMessage)
    const loud = await ann!.make({ ...invite(bob!), ...at(10) }, '?sendUpdates=all')
    const told = toldIn(await newsOf(site, loud.iCalUID))
    expect(told).toContainEqual([ann!.calendarId, 'REPLY', 'Declined'])
    expect((await runAlmanac(['check'], site.place.environment)).stdout).toBe(
      'No problems found.\n',
    )
  })
})

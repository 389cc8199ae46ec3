import { expect, it } from 'vitest'
import {
  eventsOf,
  hourOn,
  moveTo,
  movingScene,
  syncTokenOf,
  threeDays,
  told,
  walk,
} from '../support/imported-events.ts'
import { onEveryEngine } from '../support/sites.ts'

onEveryEngine('events.move of a series', (site) => {
  it('takes along what differs from a series', async () => {
    const { user, event, destination } = await movingScene(site, threeDays)
    const instance = (day: number) => `${event.id}_2026050${day}T100000Z`
    await user.patch(`${eventsOf()}/${instance(5)}`, { summary: 'Other', ...hourOn(9) })
    await user.delete(`${eventsOf()}/${instance(6)}`)
    const [leaving, arriving] = [await syncTokenOf(user), await syncTokenOf(user, destination)]
    expect((await moveTo(user, event.id, { to: destination })).status).toBe(200)

    const { items } = await walk(user, `${eventsOf(destination)}/${event.id}/instances`)
    expect(items).toMatchObject([
      { id: instance(4), summary: 'Talk', organizer: { email: destination } },
      {
        id: instance(5),
        summary: 'Other',
        organizer: { email: destination },
        originalStartTime: { dateTime: '2026-05-05T12:00:00+02:00' },
        start: { dateTime: '2026-05-09T12:00:00+02:00' },
      },
    ])
    const [all, none] = ['confirmed', 'cancelled']
    expect(await told(user, destination, arriving)).toEqual({
      [event.id]: all,
      [instance(5)]: all,
      [instance(6)]: none,
    })
    expect(await told(user, 'primary', leaving)).toEqual({
      [event.id]: none,
      [instance(5)]: none,
      [instance(6)]: none,
    })
    expect((await walk(user, eventsOf(), { singleEvents: 'true' })).items).toEqual([])
  })

  it('can be undone by a move back', async () => {
    const { user, event, destination } = await movingScene(site, threeDays)
    const second = `${event.id}_20260505T100000Z`
    await user.patch(`${eventsOf()}/${second}`, { summary: 'Other' })
    expect((await moveTo(user, event.id, { to: destination })).status).toBe(200)
    const back = await moveTo(user, event.id, { from: destination, to: user.email })
    expect(back.json.organizer).toEqual({ email: user.email, self: true })
    const { items } = await walk(user, `${eventsOf()}/${event.id}/instances`)
    expect(items.map(({ summary }) => summary)).toEqual(['Talk', 'Other', 'Talk'])
    expect((await walk(user, eventsOf(destination))).items).toEqual([])
  })

  it('back reports the instances that did not return to clients that sync instances', async () => {
    const { user, event, destination } = await movingScene(site, threeDays)
    const query = { singleEvents: 'true' }
    const { nextSyncToken: syncToken } = await walk(user, eventsOf(), query)
    await moveTo(user, event.id, { to: destination })
    const recurrence = ['RRULE:FREQ=DAILY;COUNT=2']
    await user.patch(`${eventsOf(destination)}/${event.id}`, { recurrence })
    await moveTo(user, event.id, { from: destination, to: 'primary' })
    const { items } = await walk(user, eventsOf(), { ...query, syncToken })
    expect(items.map(({ status }) => status)).toEqual(['confirmed', 'confirmed', 'cancelled'])
    expect(items[2]!.id).toBe(`${event.id}_20260506T100000Z`)
  })

  // The rules below do not depend on the engine.
  if (!site.isEmbedded) return

  it('back moves the series in its present state, not in its earlier one', async () => {
    const { user, event, destination } = await movingScene(site, threeDays)
    const second = `${event.id}_20260505T100000Z`
    await user.patch(`${eventsOf()}/${second}`, { summary: 'Other' })
    await moveTo(user, event.id, { to: destination })
    const there = eventsOf(destination)
    await user.patch(`${there}/${event.id}`, { recurrence: ['RRULE:FREQ=DAILY;COUNT=1'] })
    await user.patch(`${there}/${event.id}`, { recurrence: ['RRULE:FREQ=DAILY;COUNT=2'] })
    await moveTo(user, event.id, { from: destination, to: user.email })
    const { items } = await walk(user, `${eventsOf()}/${event.id}/instances`)
    expect(items.map(({ summary }) => summary)).toEqual(['Talk', 'Talk'])
  })

  it('reports only the new instances to clients that sync instances', async () => {
    const { user, event, destination } = await movingScene(site, threeDays)
    await user.patch(`${eventsOf()}/${event.id}`, { recurrence: ['RRULE:FREQ=DAILY;COUNT=2'] })
    const { nextSyncToken: syncToken } = await walk(user, eventsOf(destination), {
      singleEvents: 'true',
    })
    await moveTo(user, event.id, { to: destination })
    const query = { singleEvents: 'true', syncToken }
    const { items } = await walk(user, eventsOf(destination), query)
    expect(items.map(({ id, status }) => [id, status])).toEqual([
      [`${event.id}_20260504T100000Z`, 'confirmed'],
      [`${event.id}_20260505T100000Z`, 'confirmed'],
    ])
  })
})

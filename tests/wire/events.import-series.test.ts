import { describe, expect, it } from 'vitest'
import { eventsOf, hourOn, importEvent, threeDays, walk } from '../support/imported-events.ts'
import { expectRefusal } from '../support/refusal.ts'
import { onEveryEngine } from '../support/sites.ts'
import type { WireUser } from '../support/wire-user.ts'

onEveryEngine('an imported series', (site) => {
  async function series() {
    const user = await site.user()
    const { json } = await importEvent(user, threeDays)
    return { user, id: json.id! }
  }

  const instances = async (user: WireUser, id: string, query = '') =>
    (await user.get(`${eventsOf()}/${id}/instances${query}`)).json.items!

  const second = hourOn(5).start

  describe.each([
    ['by its original start', {}],
    ['by its original start and its series', { recurringEventId: 'whatever it is elsewhere' }],
  ])('takes what differs from it %s:', (_, place) => {
    it('an instance with other content', async () => {
      const { user, id } = await series()
      const moved = { ...hourOn(5, 15), summary: 'Moved', originalStartTime: second, ...place }
      const { status, json } = await importEvent(user, moved)
      expect(status).toBe(200)
      expect(json).toMatchObject({
        id: `${id}_20260505T100000Z`,
        recurringEventId: id,
        summary: 'Moved',
        originalStartTime: second,
        start: hourOn(5, 15).start,
        iCalUID: 'talk@elsewhere.example',
      })
      expect(json).not.toHaveProperty('recurrence')
      const shown = await instances(user, id)
      expect(shown.map(({ summary }) => summary)).toEqual(['Talk', 'Moved', 'Talk'])
    })

    it('an instance that is cancelled', async () => {
      const { user, id } = await series()
      const cancelled = { ...hourOn(5), status: 'cancelled', originalStartTime: second, ...place }
      const { status, json } = await importEvent(user, cancelled)
      expect([status, json.status, json.id]).toEqual([200, 'cancelled', `${id}_20260505T100000Z`])
      expect(await instances(user, id)).toHaveLength(2)
      const { items } = await walk(user, eventsOf())
      expect(items.map(({ status }) => status)).toEqual(['confirmed', 'cancelled'])
    })
  })

  it('is found with what differs from it by its identifier', async () => {
    const { user, id } = await series()
    await importEvent(user, { ...hourOn(5, 15), originalStartTime: second })
    const iCalUID = 'talk@elsewhere.example'
    const { items } = await walk(user, eventsOf(), { iCalUID })
    expect(items.map((item) => item.id)).toEqual([id, `${id}_20260505T100000Z`])
    const { items: single } = await walk(user, eventsOf(), { iCalUID, singleEvents: 'true' })
    expect(single).toHaveLength(3)
  })

  it('that is imported again keeps what differs from it', async () => {
    const { user, id } = await series()
    await importEvent(user, { ...hourOn(5, 15), summary: 'Moved', originalStartTime: second })
    const again = await importEvent(user, { ...threeDays, location: 'Hall' })
    expect(again.json).toMatchObject({ id, location: 'Hall' })
    const shown = await instances(user, id)
    expect(shown.map(({ summary, location }) => [summary, location])).toEqual([
      ['Talk', 'Hall'],
      ['Moved', 'Hall'],
      ['Talk', 'Hall'],
    ])
  })

  it('adopts the exceptions that were imported before it', async () => {
    const user = await site.user()
    const early = [
      { ...hourOn(5, 15), summary: 'Moved', originalStartTime: second },
      { ...hourOn(6), status: 'cancelled', originalStartTime: hourOn(6).start },
    ]
    const imported = await Promise.all(early.map((body) => importEvent(user, body)))
    expect(imported.map(({ status }) => status)).toEqual([200, 200])
    const { nextSyncToken: syncToken } = await walk(user, eventsOf())
    const { status, json } = await importEvent(user, { ...threeDays, location: 'Hall' })
    expect([status, json.recurrence]).toEqual([200, threeDays.recurrence])
    const shown = await instances(user, json.id!, '?showDeleted=true')
    expect(shown.map(({ id, summary, status }) => [id, summary, status])).toEqual([
      [`${json.id}_20260504T100000Z`, 'Talk', 'confirmed'],
      [`${json.id}_20260505T100000Z`, 'Moved', 'confirmed'],
      [`${json.id}_20260506T100000Z`, 'Talk', 'cancelled'],
    ])
    expect(shown[1]).toMatchObject(hourOn(5, 15))
    // From now on what they have in common follows the series.
    await importEvent(user, { ...threeDays, summary: 'Lecture' })
    const { items } = await walk(user, eventsOf(), { syncToken })
    expect(items.map(({ id, status }) => [id, status]).sort()).toEqual([
      [json.id, 'confirmed'],
      [`${json.id}_20260505T100000Z`, 'confirmed'],
      [`${json.id}_20260506T100000Z`, 'cancelled'],
    ])
    const { items: expanded } = await walk(user, eventsOf(), { singleEvents: 'true' })
    expect(expanded.map(({ summary }) => summary).sort()).toEqual(['Lecture', 'Moved'])
  })

  // The rules below do not depend on the engine.
  if (!site.isEmbedded) return

  it('accepts the same exception again', async () => {
    const { user, id } = await series()
    for (const summary of ['Once', 'Twice']) {
      const body = { ...hourOn(5, 15), summary, originalStartTime: second }
      expect((await importEvent(user, body)).json.id).toBe(`${id}_20260505T100000Z`)
    }
    const { items } = await walk(user, eventsOf())
    expect(items.map(({ summary }) => summary).sort()).toEqual(['Talk', 'Twice'])
  })

  it('accepts an exception of an older revision than its own, but none older than its copy', async () => {
    const user = await site.user()
    const { json: master } = await importEvent(user, { ...threeDays, sequence: 5 })
    const exception = { ...hourOn(5, 15), originalStartTime: second }
    const first = await importEvent(user, { ...exception, sequence: 2 })
    expect([first.status, first.json.id]).toEqual([200, `${master.id}_20260505T100000Z`])
    const newer = await importEvent(user, { ...exception, summary: 'Newer', sequence: 9 })
    expect(newer.json).toMatchObject({ summary: 'Newer', sequence: 9 })
    const older = await importEvent(user, { ...exception, summary: 'Older', sequence: 8 })
    expectRefusal(older, { status: 400, reason: 'invalid' })
    expect((await user.get(`${eventsOf()}/${first.json.id}`)).text).toBe(newer.text)
  })

  it('knows an original start in another zone', async () => {
    const { user, id } = await series()
    for (const originalStartTime of [
      { dateTime: '2026-05-05T12:00:00+02:00' },
      { dateTime: '2026-05-05T12:00:00', timeZone: 'Europe/Berlin' },
      { dateTime: '2026-05-05T10:00:00' },
    ]) {
      const { json } = await importEvent(user, { ...hourOn(5, 15), originalStartTime })
      expect(json.id).toBe(`${id}_20260505T100000Z`)
    }
  })

  it('of all-day events knows an original day', async () => {
    const user = await site.user()
    const day = (number: number) => ({
      start: { date: `2026-05-0${number}` },
      end: { date: `2026-05-0${number + 1}` },
    })
    const { json: master } = await importEvent(user, {
      ...day(4),
      recurrence: threeDays.recurrence,
    })
    const { json } = await importEvent(user, {
      ...day(8),
      originalStartTime: { date: '2026-05-05' },
    })
    expect(json).toMatchObject({ id: `${master.id}_20260505`, start: { date: '2026-05-08' } })
  })

  it('leaves an instance alone that it does not have', async () => {
    const user = await site.user()
    await importEvent(user, { ...hourOn(20), originalStartTime: hourOn(20).start })
    await importEvent(user, threeDays)
    const { items } = await walk(user, eventsOf(), { singleEvents: 'true' })
    expect(items).toHaveLength(4)
  })

  it('is not touched by an original start that it does not have', async () => {
    const { user, id } = await series()
    const before = await user.get(`${eventsOf()}/${id}`)
    const stray = { ...hourOn(20), originalStartTime: hourOn(20).start }
    expectRefusal(await importEvent(user, stray), { status: 400, reason: 'invalid' })
    const timeless = { ...hourOn(20), originalStartTime: {} }
    expectRefusal(await importEvent(user, timeless), { status: 400, reason: 'invalid' })
    expect((await user.get(`${eventsOf()}/${id}`)).text).toBe(before.text)
    expect((await walk(user, eventsOf())).items).toHaveLength(1)
  })
})

onEveryEngine('an imported instance without its series', (site) => {
  const invitation = (day: number, body: object = {}) => ({
    ...hourOn(day, 15),
    summary: `Day ${day}`,
    originalStartTime: hourOn(day).start,
    ...body,
  })

  it('is an event of its own beside other instances with the same iCalUID', async () => {
    const user = await site.user()
    const replies = []
    for (const day of [5, 7]) replies.push(await importEvent(user, invitation(day)))
    for (const [index, day] of [5, 7].entries()) {
      expect(replies[index]!.json).toMatchObject({
        ...hourOn(day, 15),
        summary: `Day ${day}`,
        iCalUID: 'talk@elsewhere.example',
        originalStartTime: hourOn(day).start,
      })
      expect(replies[index]!.json.recurringEventId).toBeDefined()
    }
    const { items } = await walk(user, eventsOf())
    expect(items.map(({ summary }) => summary).sort()).toEqual(['Day 5', 'Day 7'])
    const found = await walk(user, eventsOf(), { iCalUID: 'talk@elsewhere.example' })
    expect(found.items).toHaveLength(2)
  })

  it('is updated by an import with the same original start in any notation', async () => {
    const user = await site.user()
    const first = await importEvent(user, invitation(5))
    await importEvent(user, invitation(7))
    for (const originalStartTime of [
      { dateTime: '2026-05-05T12:00:00+02:00' },
      { dateTime: '2026-05-05T12:00:00', timeZone: 'Europe/Berlin' },
      { dateTime: '2026-05-05T10:00:00', timeZone: 'UTC' },
    ]) {
      const again = await importEvent(user, invitation(5, { originalStartTime, sequence: 3 }))
      expect([again.status, again.json.id]).toEqual([200, first.json.id])
    }
    const stale = await importEvent(user, invitation(5, { sequence: 2 }))
    expectRefusal(stale, { status: 400, reason: 'invalid' })
    expect((await walk(user, eventsOf())).items).toHaveLength(2)
  })

  it('takes part again in a series that was deleted', async () => {
    const user = await site.user()
    const { json: master } = await importEvent(user, {
      ...threeDays,
      organizer: { email: 'chair@elsewhere.example' },
      attendees: [{ email: user.email }],
    })
    const body = invitation(5, {
      organizer: { email: 'chair@elsewhere.example' },
      attendees: [{ email: user.email }],
    })
    await importEvent(user, body)
    await user.delete(`${eventsOf()}/${master.id}`)
    const { status, json } = await importEvent(user, body)
    expect([status, json.status]).toEqual([200, 'confirmed'])
    const { items } = await walk(user, eventsOf(), { singleEvents: 'true' })
    expect(items.map(({ id }) => id)).toEqual([json.id])
  })

  // The rules below do not depend on the engine.
  if (!site.isEmbedded) return

  it('can be changed and deleted like any event', async () => {
    const user = await site.user()
    const { json } = await importEvent(user, invitation(5))
    const path = `${eventsOf()}/${json.id}`
    expect((await user.patch(path, { location: 'Hall' })).json).toMatchObject({ location: 'Hall' })
    expect((await user.delete(path)).status).toBe(204)
    expect((await walk(user, eventsOf())).items).toEqual([])
    expect((await importEvent(user, invitation(5))).json).toMatchObject({
      id: json.id,
      status: 'confirmed',
    })
  })

  it('replaces nothing that takes place once under the same iCalUID', async () => {
    const user = await site.user()
    await importEvent(user, hourOn(4))
    await importEvent(user, invitation(5))
    const { items } = await walk(user, eventsOf())
    expect(items.map(({ summary }) => summary).sort()).toEqual(['Day 5', 'Talk'])
  })

  it.each([
    ['no time', {}],
    ['no date', { date: 'someday' }],
    ['no such zone', { dateTime: '2026-05-05T12:00:00', timeZone: 'Nowhere/Land' }],
    ['not a time', { dateTime: 'noon' }],
  ])('needs an original start: %s', async (_, originalStartTime) => {
    const user = await site.user()
    const { status } = await importEvent(user, invitation(5, { originalStartTime }))
    expect(status).toBe(400)
  })

  it('has no recurrence', async () => {
    const user = await site.user()
    const body = invitation(5, { recurrence: ['RRULE:FREQ=DAILY;COUNT=2'] })
    expectRefusal(await importEvent(user, body), { status: 400, reason: 'invalid' })
  })
})

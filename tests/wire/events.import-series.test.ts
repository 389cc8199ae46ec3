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
    it('an instance that says something else', async () => {
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

  it('takes the same exception again', async () => {
    const { user, id } = await series()
    for (const summary of ['Once', 'Twice']) {
      const body = { ...hourOn(5, 15), summary, originalStartTime: second }
      expect((await importEvent(user, body)).json.id).toBe(`${id}_20260505T100000Z`)
    }
    const { items } = await walk(user, eventsOf())
    expect(items.map(({ summary }) => summary).sort()).toEqual(['Talk', 'Twice'])
  })

  it('takes an exception of an older revision than its own, but none older than its copy', async () => {
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

  it('of whole days knows an original day', async () => {
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

  it('may come after what differs from it', async () => {
    const user = await site.user()
    const early = await importEvent(user, { ...hourOn(5, 15), originalStartTime: second })
    expect(early.status).toBe(200)
    const { status, json } = await importEvent(user, threeDays)
    expect([status, json.recurrence]).toEqual([200, threeDays.recurrence])
    expect(await instances(user, json.id!)).toHaveLength(3)
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

import { expect, it } from 'vitest'
import { between, day, hour, primaryEvents, secondaryEvents } from '../support/event-bodies.ts'
import { expectRefusal } from '../support/refusal.ts'
import { onEveryEngine } from '../support/sites.ts'

const shownHour = between(
  { dateTime: '2026-05-01T09:00:00Z', timeZone: 'Etc/GMT' },
  { dateTime: '2026-05-01T10:00:00Z', timeZone: 'Etc/GMT' },
)

onEveryEngine('changing times of events', (site) => {
  // Scenario 27
  it('turns a timed event into all-day events when a patch clears the other form', async () => {
    const events = await primaryEvents(site)
    const { id } = await events.make()
    const whole = (date: string) => ({ date, dateTime: null, timeZone: null })
    const patch = between(whole('2026-05-01'), whole('2026-05-02'))
    const { json } = await events.patch(id, patch)
    expect([json.start, json.end]).toEqual([day.start, day.end])
    const back = (dateTime: string) => ({ date: null, dateTime })
    const again = await events.patch(
      id,
      between(back('2026-05-01T09:00:00Z'), back('2026-05-01T10:00:00Z')),
    )
    expect(again.json).toMatchObject(shownHour)
    expect(again.json.start).not.toHaveProperty('date')
  })

  // The rules below do not depend on the engine.
  if (!site.isEmbedded) return

  it('removes one form of time when a patch sends the other', async () => {
    const events = await primaryEvents(site)
    const { id } = await events.make()
    const { json } = await events.patch(id, day)
    expect([json.start, json.end]).toEqual([day.start, day.end])
    const back = await events.patch(id, hour)
    expect([back.json.start, back.json.end]).toEqual([shownHour.start, shownHour.end])
  })

  it('reads a patched time without an offset in the zone that the event has', async () => {
    const events = await secondaryEvents(site, { timeZone: 'Europe/Berlin' })
    const timeZone = 'Asia/Tokyo'
    const { id } = await events.make(
      between(
        { dateTime: '2026-05-01T09:00:00', timeZone },
        { dateTime: '2026-05-01T10:00:00', timeZone },
      ),
    )
    const { json } = await events.patch(id, { start: { dateTime: '2026-05-01T08:00:00' } })
    expect(json.start).toEqual({ dateTime: '2026-05-01T01:00:00+02:00', timeZone })
  })

  it('moves no instant when only the zone is patched', async () => {
    const events = await primaryEvents(site)
    const event = await events.make()
    const timeZone = 'Asia/Tokyo'
    const { json } = await events.patch(event.id, between({ timeZone }))
    expect(json).toMatchObject({
      start: { dateTime: '2026-05-01T09:00:00Z', timeZone },
      end: { dateTime: '2026-05-01T10:00:00Z', timeZone },
    })
    expect(json.etag).not.toBe(event.etag)
  })

  it('treats the same instant with another offset as no change', async () => {
    const events = await primaryEvents(site)
    const event = await events.make()
    const same = between(
      { dateTime: '2026-05-01T11:00:00.5+02:00' },
      { dateTime: '2026-05-01T05:00:00-0500' },
    )
    expect((await events.patch(event.id, same)).json).toEqual(event)
  })

  it.each([
    ['a start after the end', { start: { dateTime: '2026-05-01T11:00:00Z' } }, 'timeRangeEmpty'],
    ['a date on one side', { start: { date: '2026-05-01' } }, 'invalid'],
    ['no end', { end: null }, 'required'],
    ['no time', { start: { dateTime: null } }, 'required'],
    ['both forms', { start: { date: '2026-05-01', dateTime: '2026-05-01T09:00:00Z' } }, 'invalid'],
    ['an unknown zone', { end: { timeZone: 'Eastern Standard Time' } }, 'invalid'],
    ['a day that there is not', { start: { date: '2026-02-30' } }, 'invalid'],
  ])('refuses a patch to %s and changes nothing', async (_, patch, reason) => {
    const events = await primaryEvents(site)
    const event = await events.make()
    expectRefusal(await events.patch(event.id, patch), { status: 400, reason })
    expect(await events.read(event.id)).toEqual(event)
  })

  it('counts up the sequence for a change of time and for nothing else', async () => {
    const events = await primaryEvents(site)
    const { id } = await events.make()
    const patched = async (patch: object) => (await events.patch(id, patch)).json.sequence
    expect(await patched({ summary: 'x', description: 'y', location: 'z' })).toBe(0)
    expect(await patched({ colorId: '3', reminders: { useDefault: false } })).toBe(0)
    expect(await patched({ end: { dateTime: '2026-05-01T11:00:00Z' } })).toBe(1)
    expect(await patched({ start: { dateTime: '2026-05-01T08:00:00Z' } })).toBe(2)
    expect(await patched(day)).toBe(3)
    expect(await patched({ status: 'tentative' })).toBe(3)
    expect(await patched({ status: 'cancelled' })).toBe(4)
    expect(await patched({ status: 'confirmed' })).toBe(5)
    expect(await patched({ sequence: 9 })).toBe(9)
  })

  it('counts no further than 32 bits', async () => {
    const events = await primaryEvents(site)
    const sequence = 2 ** 31 - 1
    const { id } = await events.make({ sequence })
    const { json } = await events.patch(id, day)
    expect(json.sequence).toBe(sequence)
    expect((await events.put(id, json)).json).toEqual(json)
    expect((await events.delete(id)).status).toBe(204)
    expect((await events.read(id)).sequence).toBe(sequence)
  })

  // Scenario 32
  it('refuses a sequence below the stored one and changes nothing', async () => {
    const events = await primaryEvents(site)
    const event = await events.make({ sequence: 5 })
    for (const reply of [
      await events.put(event.id, { ...hour, sequence: 4 }),
      await events.patch(event.id, { summary: 'x', sequence: 4 }),
      await events.patch(event.id, { sequence: -1 }),
    ]) {
      expectRefusal(reply, { status: 400, reason: 'invalid' })
      expect(reply.json.error?.message).toMatch(/^Invalid sequence value\./)
    }
    expect(await events.read(event.id)).toEqual(event)
    const put = await events.put(event.id, { ...hour, summary: 'Lunch' })
    expect(put.json).toEqual(event)
  })
})

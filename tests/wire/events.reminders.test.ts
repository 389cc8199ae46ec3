import { expect, it } from 'vitest'
import { hour, primaryEvents, secondaryEvents, sharedWith } from '../support/event-bodies.ts'
import { expectRefusal } from '../support/refusal.ts'
import { onEveryEngine } from '../support/sites.ts'

const popup = (minutes: number) => ({ method: 'popup', minutes })
const email = (minutes: number) => ({ method: 'email', minutes })
const own = (...overrides: object[]) => ({ useDefault: false, overrides })

onEveryEngine('reminders of events', (site) => {
  it("are the caller's own on a shared calendar", async () => {
    const events = await secondaryEvents(site)
    const guest = await sharedWith(site, events, 'writer')
    const reader = await sharedWith(site, events, 'reader')
    const { id } = await events.make({ reminders: own(popup(5)) })
    expect((await guest.read(id)).reminders).toEqual({ useDefault: true })
    const patched = await guest.patch(id, { reminders: own(email(60)) })
    expect(patched.json.reminders).toEqual(own(email(60)))
    expect((await guest.list()).items[0]).toMatchObject({ reminders: own(email(60)) })
    expect((await events.read(id)).reminders).toEqual(own(popup(5)))
    expect((await events.list()).items[0]).toMatchObject({ reminders: own(popup(5)) })
    expect((await reader.read(id)).reminders).toEqual({ useDefault: true })
  })

  it('of others outlast a PUT that leaves reminders out', async () => {
    const events = await secondaryEvents(site)
    const guest = await sharedWith(site, events, 'writer')
    const { id } = await events.make({ reminders: own(popup(5)) })
    await guest.patch(id, { reminders: own(email(60)) })
    const { json } = await events.put(id, { summary: 'Bare', ...hour })
    expect(json.reminders).toEqual({ useDefault: true })
    expect((await guest.read(id)).reminders).toEqual(own(email(60)))
  })

  // The rules below do not depend on the engine.
  if (!site.isEmbedded) return

  it.each([
    ['none at all', { useDefault: false }, { useDefault: false }],
    ['an empty list of them', { useDefault: false, overrides: [] }, { useDefault: false }],
    ["the calendar's", { useDefault: true }, { useDefault: true }],
    [
      "the calendar's beside an empty list",
      { useDefault: true, overrides: [] },
      { useDefault: true },
    ],
    ['nothing said', {}, { useDefault: true }],
    ['a list that says enough', { overrides: [popup(5)] }, own(popup(5))],
    ['five', own(...[0, 1, 2, 3, 40320].map(popup)), own(...[0, 1, 2, 3, 40320].map(popup))],
    ['one several times', own(popup(5), popup(5), email(5)), own(popup(5), email(5))],
    ['text messages, which are no more', own({ method: 'sms', minutes: 5 }), { useDefault: false }],
    ['minutes written as text', own({ method: 'popup', minutes: '7' }), own(popup(7))],
  ])('can be %s', async (_, reminders, kept) => {
    const events = await primaryEvents(site)
    const event = await events.make({ reminders })
    expect(event.reminders).toEqual(kept)
    expect(await events.read(event.id)).toEqual(event)
    expect((await events.put(event.id, event)).json).toEqual(event)
  })

  // Scenario 28
  it.each([
    [
      "both the calendar's and others",
      { useDefault: true, overrides: [popup(5)] },
      'cannotUseDefaultRemindersAndSpecifyOverride',
    ],
    ['six', own(...[1, 2, 3, 4, 5, 6].map(popup)), 'eventRemindersCountExceedsLimit'],
    ['40321 minutes before', own(popup(40321)), 'invalid'],
    ['minutes afterwards', own(popup(-1)), 'invalid'],
    ['half a minute before', own(popup(0.5)), 'invalid'],
    ['by pigeon', own({ method: 'pigeon', minutes: 5 }), 'invalid'],
    ['at no time', own({ method: 'popup' }), 'required'],
    ['in no way', own({ minutes: 5 }), 'required'],
    ['a text', 'none', 'invalid'],
  ])('cannot be %s, and nothing changes', async (_, reminders, reason) => {
    const events = await primaryEvents(site)
    const event = await events.make({ reminders: own(email(30)) })
    const refusal = { status: 400, reason }
    expectRefusal(await events.insert({ ...hour, reminders }), refusal)
    expectRefusal(await events.put(event.id, { ...hour, reminders }), refusal)
    expectRefusal(await events.patch(event.id, { summary: 'x', reminders }), refusal)
    expect((await events.list()).items).toEqual([event])
  })

  it('are merged by a patch, so that the default needs an empty list beside it', async () => {
    const events = await primaryEvents(site)
    const event = await events.make({ reminders: own(popup(5)) })
    expectRefusal(await events.patch(event.id, { reminders: { useDefault: true } }), {
      status: 400,
      reason: 'cannotUseDefaultRemindersAndSpecifyOverride',
    })
    expect(await events.read(event.id)).toEqual(event)
    const reminders = { useDefault: true, overrides: [] }
    const { json } = await events.patch(event.id, { reminders })
    expect(json.reminders).toEqual({ useDefault: true })
  })

  // Scenario 29
  it('change the etag and not the time of the change', async () => {
    const events = await primaryEvents(site)
    const event = await events.make()
    const token = await events.syncToken()
    await site.call('/_almanac/clock', { method: 'POST', body: { advance: 5 } })
    const { json } = await events.patch(event.id, { reminders: own(popup(5)) })
    expect(json).toEqual({ ...event, reminders: own(popup(5)), etag: json.etag })
    expect(json.etag).not.toBe(event.etag)
    expect(await events.read(event.id)).toEqual(json)
    expect(await events.changedSince(token)).toEqual([event.id])
  })

  it('that stay the same leave no trace, whoever else has some', async () => {
    const events = await secondaryEvents(site)
    const guest = await sharedWith(site, events, 'writer')
    const { id } = await events.make({ reminders: own(popup(5)) })
    await guest.patch(id, { reminders: own(email(60)) })
    for (const each of [events, guest, events]) {
      const event = await each.read(id)
      expect((await each.patch(id, { reminders: event.reminders })).json).toEqual(event)
      expect((await each.put(id, event)).json).toEqual(event)
    }
  })
})

import { expect, it } from 'vitest'
import { listedCalendar, listPath } from '../support/listed-calendars.ts'
import { expectRefusal } from '../support/refusal.ts'
import { onEmbedded, type Site } from '../support/sites.ts'

const popup = (minutes: unknown) => ({ method: 'popup', minutes })
const types = ['eventCreation', 'eventChange', 'eventCancellation', 'eventResponse', 'agenda']
const notified = (...notifications: object[]) => ({ notificationSettings: { notifications } })

onEmbedded('default reminders', (site) => {
  it.each([
    ['the bounds of their time', [popup(0), popup(40_320)], undefined],
    ['both methods', [popup(5), { method: 'email', minutes: 5 }], undefined],
    ['the most there can be', [1, 2, 3, 4, 5].map(popup), undefined],
    ['numbers written as text', [popup('15')], [popup(15)]],
    ['text messages, without keeping them', [{ method: 'sms', minutes: 5 }, popup(5)], [popup(5)]],
    ['the same twice as once', [popup(5), popup(5)], [popup(5)]],
    ['more than the most where some are not kept', [...Array(9).fill(popup(5))], [popup(5)]],
  ])('take %s', async (_, given, kept = given) => {
    const { guest, path } = await listedCalendar(site)
    const patched = await guest.patch(path, { defaultReminders: given })
    expect(patched.json.defaultReminders).toEqual(kept)
    const put = await guest.put(path, { defaultReminders: given })
    expect(put.json).toEqual(patched.json)
  })

  it.each([
    ['more than five', [1, 2, 3, 4, 5, 6].map(popup), 'invalid'],
    ['a time after the start', [popup(-1)], 'invalid'],
    ['a time beyond four weeks', [popup(40_321)], 'invalid'],
    ['a time that is no whole number', [popup(1.5)], 'invalid'],
    ['a time that is no number', [popup('soon')], 'invalid'],
    ['no time', [{ method: 'popup' }], 'required'],
    ['no method', [{ minutes: 5 }], 'required'],
    ['an empty method', [{ method: '', minutes: 5 }], 'required'],
    ['an unknown method', [{ method: 'pigeon', minutes: 5 }], 'invalid'],
    ['a good one before a bad one', [popup(5), popup(-1)], 'invalid'],
  ])('refuse %s', async (_, defaultReminders, reason) => {
    await expectRefused(site, { defaultReminders }, reason)
  })
})

onEmbedded('notifications of an entry', (site) => {
  it('are of five kinds', async () => {
    const { guest, path } = await listedCalendar(site)
    const all = notified(...types.map((type) => ({ type, method: 'email' })))
    expect((await guest.patch(path, all)).json).toMatchObject(all)
    expect((await guest.put(path, all)).json).toMatchObject(all)
  })

  it('are kept once each, and not by text message', async () => {
    const { guest, path } = await listedCalendar(site)
    const agenda = { type: 'agenda', method: 'email' }
    const given = notified(agenda, agenda, { type: 'eventChange', method: 'sms' })
    expect((await guest.patch(path, given)).json).toMatchObject(notified(agenda))
  })

  it.each([
    ['an unknown type', notified({ type: 'eventSkipped', method: 'email' }), 'invalid'],
    ['an unknown method', notified({ type: 'agenda', method: 'popup' }), 'invalid'],
    ['no type', notified({ method: 'email' }), 'required'],
    ['no method', notified({ type: 'agenda' }), 'required'],
    ['too many', notified(...Array(26).fill({ type: 'agenda', method: 'email' })), 'invalid'],
  ])('refuse %s', async (_, body, reason) => {
    await expectRefused(site, body, reason)
  })
})

/** A refused body changes nothing, whichever way it comes. */
async function expectRefused(site: Site, body: object, reason: string): Promise<void> {
  const { guest, path, entry, calendarId } = await listedCalendar(site, {
    choices: { defaultReminders: [popup(7)] },
  })
  const refusal = { status: 400, reason, domain: 'global' }
  expectRefusal(await guest.patch(path, body), refusal)
  expectRefusal(await guest.put(path, body), refusal)
  expectRefusal(await guest.post(listPath, { id: calendarId, ...body }), refusal)
  expect((await guest.get(path)).json).toEqual(entry)
}

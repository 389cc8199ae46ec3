import { expect, it } from 'vitest'
import type { HttpReply } from '../support/http.ts'
import { eventsOf, hourOn, importEvent, newEvent, threeDays } from '../support/imported-events.ts'
import { conditionNotMet, expectRefusal } from '../support/refusal.ts'
import { onEmbedded } from '../support/sites.ts'
import type { WireUser } from '../support/wire-user.ts'

const types = ['default', 'focusTime', 'outOfOffice', 'workingLocation']
  .map((type) => `eventTypes=${type}`)
  .join('&')

/** It cannot do without these. */
function expectHeads({ status, headers }: HttpReply): void {
  expect(Date.parse(headers.date ?? '')).not.toBeNaN()
  if (status === 204) expect(headers['content-length']).toBe('0')
}

onEmbedded('a mail add-on', (site) => {
  const firstSync = (user: WireUser) =>
    user.get(`${eventsOf()}?${types}&maxResults=1000&showDeleted=false`)

  const laterSync = (user: WireUser, token: string) =>
    user.get(`${eventsOf()}?${types}&maxResults=1000&showDeleted=true&syncToken=${token}`)

  it('reads what there is without the deleted, and later what has changed with them', async () => {
    const user = await site.user()
    const [stays, goes] = [await newEvent(user), await newEvent(user)]
    const old = await newEvent(user)
    await user.delete(`${eventsOf()}/${old.id}`)
    const first = await firstSync(user)
    expectHeads(first)
    expect(first.json.items!.map(({ id }) => id).sort()).toEqual([stays.id, goes.id].sort())

    await user.delete(`${eventsOf()}/${goes.id}`)
    const later = await laterSync(user, first.json.nextSyncToken!)
    expect(later.json.items).toMatchObject([{ id: goes.id, status: 'cancelled' }])
    expect(later.json.nextSyncToken).toBeDefined()
  })

  it('takes a broken token for a lost one', async () => {
    const reply = await laterSync(await site.user(), 'broken')
    expectRefusal(reply, { status: 400, reason: 'invalid', message: 'Invalid sync token value.' })
  })

  it('changes one instance of a series unless another client has changed it', async () => {
    const user = await site.user()
    const series = await newEvent(user, threeDays)
    const path = `${eventsOf()}/${series.id}_20260505T100000Z`
    const { json: instance } = await user.get(path)
    const change = { ...hourOn(5, 15), summary: 'Later' }
    const patched = await user.patch(path, change, { 'If-Match': instance.etag! })
    expect([patched.status, patched.json.summary]).toEqual([200, 'Later'])
    expectHeads(patched)
    const conflict = await user.patch(path, { summary: 'Late' }, { 'If-Match': instance.etag! })
    expectRefusal(conflict, conditionNotMet)
    const { etag } = patched.json
    expect((await user.patch(path, { summary: 'Last' }, { 'If-Match': etag! })).status).toBe(200)
    const whole = await user.get(`${eventsOf()}/${series.id}`)
    expect(whole.json).toMatchObject({ summary: 'Talk', recurrence: threeDays.recurrence })
  })

  it('dismisses the reminder of an invitation without touching the rest of it', async () => {
    const user = await site.user()
    const organizer = { email: 'boss@elsewhere.example' }
    const attendees = [{ email: user.email, responseStatus: 'needsAction' }]
    const { json: invited } = await importEvent(user, { organizer, attendees })
    const path = `${eventsOf()}/${invited.id}`
    const dismissal = {
      reminders: { useDefault: true },
      extendedProperties: { private: { 'X-LASTACK': '2026-05-04T09:50:00Z' } },
    }
    const { status, json } = await user.patch(path, dismissal, { 'If-Match': invited.etag! })
    expect(status).toBe(200)
    expect(json).toMatchObject({ ...dismissal, organizer, summary: 'Talk' })
    expect(json.attendees).toEqual(invited.attendees)
    expect(json.sequence).toBe(invited.sequence)
  })

  it('deletes an event that was not changed meanwhile, and gets no body', async () => {
    const user = await site.user()
    const event = await newEvent(user)
    const path = `${eventsOf()}/${event.id}`
    const patched = await user.patch(path, { summary: 'Newer' })
    expectRefusal(await user.delete(path, { 'If-Match': event.etag }), conditionNotMet)
    const gone = await user.delete(path, { 'If-Match': patched.json.etag! })
    expect([gone.status, gone.text]).toEqual([204, ''])
    expectHeads(gone)
    expectRefusal(await user.delete(path), { status: 410, reason: 'deleted' })
  })
})

import { expect, it } from 'vitest'
import { entryPath, idsOf, listed, listedCalendar, subscribe } from '../support/listed-calendars.ts'
import { expectRefusal, notFound } from '../support/refusal.ts'
import { onEveryEngine } from '../support/sites.ts'

const cannotUnsubscribe = {
  status: 403,
  reason: 'cannotUnsubscribeFromOwnedCalendar',
  domain: 'calendar',
}

onEveryEngine('taking a calendar off the list', (site) => {
  it('removes the entry, and neither the calendar nor the access to it', async () => {
    const { owner, guest, calendarId, path } = await listedCalendar(site, { role: 'writer' })
    const reply = await guest.delete(path)
    expect([reply.status, reply.text, reply.headers['content-length']]).toEqual([204, '', '0'])
    expectRefusal(await guest.get(path), notFound)
    expectRefusal(await guest.delete(path), notFound)
    expect(idsOf(await listed(guest, 'showHidden=true'))).toEqual([guest.email])
    expect((await guest.get(`/calendars/${calendarId}`)).status).toBe(200)
    expect((await owner.get(path)).status).toBe(200)
    const { json: rule } = await owner.get(`/calendars/${calendarId}/acl/user:${guest.email}`)
    expect(rule.role).toBe('writer')
    expect(await subscribe(guest, calendarId)).toMatchObject({ accessRole: 'writer' })
  })

  it('leaves only a tombstone of the entry', async () => {
    const choices = { summaryOverride: 'Theirs', hidden: true, selected: true }
    const { guest, calendarId, path, entry } = await listedCalendar(site, { choices })
    await guest.delete(path)
    const [removed] = (await listed(guest, 'showDeleted=true')).slice(1)
    expect(removed).toEqual({
      kind: 'calendar#calendarListEntry',
      etag: expect.stringMatching(/^"\d+"$/),
      id: calendarId,
      deleted: true,
    })
    expect(removed!.etag).not.toBe(entry.etag)
  })

  it('is possible for the primary calendar of another user', async () => {
    const [owner, guest] = [await site.user(), await site.user()]
    const scope = { type: 'user', value: guest.email }
    await owner.post('/calendars/primary/acl', { role: 'reader', scope })
    await subscribe(guest, owner.email)
    expect((await guest.delete(entryPath(owner.email))).status).toBe(204)
    expect((await owner.get(entryPath('primary'))).status).toBe(200)
  })

  // The rules below do not depend on the engine.
  if (!site.isEmbedded) return

  it('is not for the own calendars: neither the primary nor another', async () => {
    const user = await site.user()
    const { calendar, path } = await user.newCalendar()
    for (const id of ['primary', user.email]) {
      expectRefusal(await user.delete(entryPath(id)), {
        status: 403,
        reason: 'cannotChangeOwnPrimarySubscription',
        domain: 'calendar',
      })
    }
    expectRefusal(await user.delete(entryPath(calendar.id!)), cannotUnsubscribe)
    expectRefusal(await user.delete('/calendars/primary'), {
      status: 403,
      reason: 'cannotDeletePrimaryCalendar',
    })
    expect(idsOf(await listed(user))).toEqual([user.email, calendar.id])
    expect((await user.get(path)).status).toBe(200)
  })

  it('is refused to an owner even while the calendar is hidden', async () => {
    const user = await site.user()
    const { calendar } = await user.newCalendar()
    const path = entryPath(calendar.id!)
    await user.patch(path, { hidden: true })
    expectRefusal(await user.delete(path), cannotUnsubscribe)
  })

  it('is for those who have the role owner without owning the data', async () => {
    const { owner, guest, calendarId, path } = await listedCalendar(site, { role: 'owner' })
    expect((await guest.delete(path)).status).toBe(204)
    expect((await owner.get(`/calendars/${calendarId}`)).status).toBe(200)
    expect((await guest.patch(`/calendars/${calendarId}`, { summary: 'x' })).status).toBe(200)
  })
})

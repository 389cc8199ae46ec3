import { expect, it } from 'vitest'
import {
  entryPath,
  idsOf,
  listed,
  listedCalendar,
  listPath,
  share,
  sharedCalendar,
  subscribe,
} from '../support/listed-calendars.ts'
import { expectRefusal, notFound } from '../support/refusal.ts'
import { onEveryEngine } from '../support/sites.ts'

onEveryEngine('subscribing to a calendar', (site) => {
  it('is up to whom the calendar is shared with', async () => {
    const { owner: alice, guest: bob, calendarId } = await sharedCalendar(site, { role: 'reader' })
    const rule = await alice.get(`/calendars/${calendarId}/acl/user:${bob.email}`)
    expect(rule.json).toMatchObject({ id: `user:${bob.email}`, role: 'reader' })
    expect(idsOf(await listed(bob, 'showHidden=true&showDeleted=true'))).toEqual([bob.email])
    expect((await bob.get(`/calendars/${calendarId}`)).status).toBe(200)
    expectRefusal(await bob.get(entryPath(calendarId)), notFound)

    const { status, json, headers } = await bob.post(listPath, { id: calendarId })
    expect(status).toBe(200)
    expect(json).toMatchObject({
      kind: 'calendar#calendarListEntry',
      etag: headers.etag,
      id: calendarId,
      accessRole: 'reader',
      dataOwner: alice.email,
    })
    expect((await bob.get(entryPath(calendarId))).json).toEqual(json)
    expect(await listed(bob)).toContainEqual(json)
  })

  it('is open to everybody if the calendar is public', async () => {
    const [owner, stranger] = [await site.user(), await site.user({ email: 's@far.example' })]
    const { calendar } = await owner.newCalendar()
    await share(owner, calendar.id!, { with: 'default', as: 'freeBusyReader' })
    expect(await subscribe(stranger, calendar.id!)).toMatchObject({ accessRole: 'freeBusyReader' })
  })

  it('again applies the properties that it names, and keeps the others', async () => {
    const choices = { selected: true, colorId: '7' }
    const { entry, guest, calendarId } = await listedCalendar(site, { choices })
    const again = await subscribe(guest, calendarId, { colorId: '8', summaryOverride: 'Theirs' })
    expect(again).toMatchObject({ selected: true, colorId: '8', summaryOverride: 'Theirs' })
    expect(again.etag).not.toBe(entry.etag)
    expect(idsOf(await listed(guest))).toEqual([guest.email, calendarId])
  })

  it('after a removal starts with nothing chosen', async () => {
    const choices = { selected: true, hidden: true, colorId: '7', summaryOverride: 'Theirs' }
    const { entry, guest, calendarId, path } = await listedCalendar(site, { choices })
    expect((await guest.delete(path)).status).toBe(204)
    const again = await subscribe(guest, calendarId)
    for (const name of ['selected', 'hidden', 'summaryOverride']) {
      expect(again).not.toHaveProperty(name)
    }
    expect(again.etag).not.toBe(entry.etag)
    const showDeleted = await listed(guest, 'showDeleted=true')
    expect(showDeleted.filter(({ id }) => id === calendarId)).toEqual([again])
  })

  it('is for each user alone', async () => {
    const { owner, guest, calendarId } = await listedCalendar(site, { choices: { colorId: '7' } })
    await owner.patch(entryPath(calendarId), { colorId: '9', summaryOverride: 'Mine' })
    const { json } = await guest.get(entryPath(calendarId))
    expect(json).toMatchObject({ colorId: '7', summary: 'Work' })
    expect(json).not.toHaveProperty('summaryOverride')
  })

  // The rules below do not depend on the engine.
  if (!site.isEmbedded) return

  it('starts with nothing chosen', async () => {
    const { entry } = await listedCalendar(site)
    expect(entry.defaultReminders).toEqual([])
    for (const name of ['selected', 'hidden', 'summaryOverride', 'notificationSettings']) {
      expect(entry).not.toHaveProperty(name)
    }
  })

  it('accepts what the body chooses', async () => {
    const choices = {
      summaryOverride: 'Theirs',
      colorId: '7',
      hidden: true,
      selected: true,
      defaultReminders: [{ method: 'email', minutes: 30 }],
      notificationSettings: { notifications: [{ type: 'agenda', method: 'email' }] },
    }
    const { entry, guest, path } = await listedCalendar(site, { choices })
    expect(entry).toMatchObject({ ...choices, backgroundColor: '#42d692' })
    expect((await guest.get(path)).json).toEqual(entry)
  })

  it.each(['freeBusyReader', 'reader', 'writerWithoutPrivateAccess', 'writer', 'owner'])(
    'is open to the role %s',
    async (role) => {
      const { entry } = await listedCalendar(site, { role })
      expect(entry.accessRole).toBe(role)
    },
  )

  it('is refused as if there were no calendar if it is not shared', async () => {
    const [owner, stranger] = [await site.user(), await site.user()]
    const { calendar } = await owner.newCalendar()
    const [hidden, absent, primary] = [
      await stranger.post(listPath, { id: calendar.id }),
      await stranger.post(listPath, { id: 'c_absent@group.calendar.google.com' }),
      await stranger.post(listPath, { id: owner.email }),
    ]
    for (const reply of [hidden, absent, primary]) expectRefusal(reply, notFound)
    expect(hidden.text).toBe(absent.text)
    expect(idsOf(await listed(stranger, 'showDeleted=true'))).toEqual([stranger.email])
  })

  it.each([[{}], [{ id: '' }], [{ id: null }], [{ summary: 'x' }], [undefined]])(
    'needs an id, which %o does not name',
    async (body) => {
      const user = await site.user()
      expectRefusal(await user.post(listPath, body), { status: 400, reason: 'required' })
      expect(await listed(user)).toHaveLength(1)
    },
  )

  it('accepts an id in any case', async () => {
    const { guest, calendarId } = await sharedCalendar(site)
    expect((await subscribe(guest, calendarId.toUpperCase())).id).toBe(calendarId)
    expect(idsOf(await listed(guest))).toEqual([guest.email, calendarId])
  })

  it('accepts primary for the own calendar, which is on the list already', async () => {
    const user = await site.user()
    const { json: before } = await user.get(entryPath('primary'))
    expect(await subscribe(user, 'primary')).toEqual(before)
    const entry = await subscribe(user, 'primary', { colorId: '2' })
    expect(entry).toMatchObject({ id: user.email, colorId: '2', selected: true, primary: true })
    expect(await listed(user)).toEqual([entry])
  })

  it('does not hide the own primary calendar', async () => {
    const user = await site.user()
    const { json: before } = await user.get(entryPath('primary'))
    expectRefusal(await user.post(listPath, { id: 'primary', hidden: true }), {
      status: 403,
      reason: 'cannotChangeOwnPrimarySubscription',
      domain: 'calendar',
    })
    expect((await user.get(entryPath('primary'))).json).toEqual(before)
  })

  it('again leaves an entry as it is', async () => {
    const choices = { selected: true, colorId: '7', summaryOverride: 'Theirs' }
    const { entry, guest, calendarId } = await listedCalendar(site, { choices })
    expect(await subscribe(guest, calendarId)).toEqual(entry)
    expect(await subscribe(guest, calendarId, choices)).toEqual(entry)
  })

  it('refuses a body that cannot be, and adds nothing', async () => {
    const { guest, calendarId } = await sharedCalendar(site)
    for (const choices of [{ colorId: '99' }, { defaultReminders: [{ method: 'popup' }] }]) {
      const reply = await guest.post(listPath, { id: calendarId, ...choices })
      expect(reply.status).toBe(400)
    }
    expectRefusal(await guest.get(entryPath(calendarId)), notFound)
  })
})

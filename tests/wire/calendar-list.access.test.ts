import { beforeAll, expect, it } from 'vitest'
import { newApiKey } from '../support/api-key.ts'
import {
  entryPath,
  listedCalendar,
  listPath,
  share,
  sharedCalendar,
  subscribe,
} from '../support/listed-calendars.ts'
import { expectRefusal, insufficientPermissions, notFound } from '../support/refusal.ts'
import { onEmbeddedServer, onServers } from '../support/sites.ts'

onServers('access to calendar lists', (site) => {
  it('narrows calendar.app.created to entries of calendars that the same client has created', async () => {
    const scopes = ['calendar.app.created']
    const one = await site.user({ scopes, clientId: 'one' })
    const other = await site.user({ email: one.email, scopes, clientId: 'other' })
    const { calendar } = await one.newCalendar()
    const path = entryPath(calendar.id!)

    const { json: entry } = await one.get(path)
    expect(entry).toMatchObject({ id: calendar.id, accessRole: 'owner' })
    for (const target of [path, entryPath('primary')]) {
      for (const method of ['GET', 'PATCH', 'PUT', 'DELETE']) {
        const call = { method, ...(method !== 'GET' && { body: { selected: false } }) }
        expectRefusal(await other.call(target, call), insufficientPermissions)
        if (target !== path) expectRefusal(await one.call(target, call), insufficientPermissions)
      }
    }
    expect((await one.get(path)).json).toEqual(entry)
    expect((await one.patch(path, { summaryOverride: 'Ours' })).status).toBe(200)
    expect((await one.put(path, { summaryOverride: 'Mine' })).status).toBe(200)
    expectRefusal(await one.delete(path), {
      status: 403,
      reason: 'cannotUnsubscribeFromOwnedCalendar',
    })
    expectRefusal(await one.get(listPath), insufficientPermissions)
    expectRefusal(await one.post(listPath, { id: calendar.id }), insufficientPermissions)
  })

  it('lets calendar.app.created take a calendar off that the same client has created', async () => {
    const owner = await site.user({ clientId: 'maker' })
    const { calendar } = await owner.newCalendar()
    const guest = await site.user()
    await share(owner, calendar.id!, { with: `user:${guest.email}`, as: 'reader' })
    const scopes = ['calendar.app.created']
    const maker = await site.user({ email: guest.email, scopes, clientId: 'maker' })
    const path = entryPath(calendar.id!)
    expectRefusal(await maker.get(path), notFound)
    await subscribe(guest, calendar.id!)
    const other = await site.user({ email: guest.email, scopes, clientId: 'other' })
    expectRefusal(await other.delete(path), insufficientPermissions)
    expect((await maker.delete(path)).status).toBe(204)
    expectRefusal(await guest.get(path), notFound)
  })

  // The rules below do not depend on the engine.
  if (!site.isEmbedded) return

  it.each(['calendar', 'calendar.calendarlist'])('lets %s read and write', async (scope) => {
    const { guest, calendarId } = await sharedCalendar(site)
    const user = await site.user({ email: guest.email, scopes: [scope] })
    const path = entryPath(calendarId)
    expect((await user.post(listPath, { id: calendarId })).status).toBe(200)
    expect((await user.get(listPath)).json.items).toHaveLength(2)
    expect((await user.get(path)).status).toBe(200)
    expect((await user.patch(path, { selected: true })).status).toBe(200)
    expect((await user.put(path, {})).status).toBe(200)
    expect((await user.delete(path)).status).toBe(204)
  })

  it.each(['calendar.calendarlist.readonly', 'calendar.readonly'])(
    'lets %s read and not write',
    async (scope) => {
      const { guest, calendarId, path, entry } = await listedCalendar(site)
      const user = await site.user({ email: guest.email, scopes: [scope] })
      expect((await user.get(path)).json).toEqual(entry)
      expect((await user.get(listPath)).json.items).toContainEqual(entry)
      for (const reply of [
        await user.post(listPath, { id: calendarId, selected: true }),
        await user.patch(path, { selected: true }),
        await user.put(path, { selected: true }),
        await user.delete(path),
      ]) {
        expectRefusal(reply, insufficientPermissions)
      }
      expect((await guest.get(path)).json).toEqual(entry)
    },
  )

  it.each(['calendar.events', 'calendar.calendars', 'calendar.acls', 'calendar.settings.readonly'])(
    'does not let %s read or write',
    async (scope) => {
      const user = await site.user({ scopes: [scope] })
      const path = entryPath('primary')
      for (const reply of [
        await user.get(listPath),
        await user.get(path),
        await user.post(listPath, { id: 'primary' }),
        await user.patch(path, {}),
        await user.put(path, {}),
        await user.delete(path),
      ]) {
        expectRefusal(reply, insufficientPermissions)
      }
    },
  )

  it('does not narrow a token that has a wider scope as well', async () => {
    const { guest, path, entry } = await listedCalendar(site)
    const scopes = ['calendar.app.created', 'calendar.calendarlist.readonly']
    const user = await site.user({ email: guest.email, scopes, clientId: 'other' })
    expect((await user.get(path)).json).toEqual(entry)
    expectRefusal(await user.patch(path, { selected: true }), insufficientPermissions)
  })
})

onEmbeddedServer('calendar lists without a user', (site) => {
  let key: string
  let publicId: string
  beforeAll(async () => {
    key = await newApiKey(site)
    const owner = await site.user()
    publicId = (await owner.newCalendar()).calendar.id!
    await share(owner, publicId, { with: 'default', as: 'reader' })
  })

  const call = (path: string, method = 'GET') =>
    site.call(`${site.paths.calendar}${path}`, {
      method,
      ...(['GET', 'DELETE'].includes(method) ? {} : { body: { id: publicId } }),
    })
  const loginRequired = { status: 401, reason: 'required', location: 'Authorization' }

  it('are not shown for an API key, even if the calendar is public', async () => {
    for (const path of [listPath, entryPath('primary'), entryPath(publicId)]) {
      expectRefusal(await call(`${path}?key=${key}`), { status: 403, reason: 'forbidden' })
    }
  })

  it('are not changed with an API key', async () => {
    expectRefusal(await call(`${listPath}?key=${key}`, 'POST'), loginRequired)
    for (const method of ['PATCH', 'PUT', 'DELETE']) {
      expectRefusal(await call(`${entryPath(publicId)}?key=${key}`, method), loginRequired)
    }
  })

  it('require authentication', async () => {
    expectRefusal(await call(listPath), loginRequired)
    expectRefusal(await call(listPath, 'POST'), loginRequired)
    for (const method of ['GET', 'PATCH', 'PUT', 'DELETE']) {
      expectRefusal(await call(entryPath(publicId), method), loginRequired)
    }
  })
})

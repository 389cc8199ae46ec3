import { expect, it } from 'vitest'
import { expectRefusal, insufficientPermissions, notFound } from '../support/refusal.ts'
import { onEveryEngine } from '../support/sites.ts'

const defaults = {
  autoAddHangouts: 'false',
  dateFieldOrder: 'MDY',
  defaultEventLength: '60',
  format24HourTime: 'false',
  hideInvitations: 'false',
  hideWeekends: 'false',
  locale: 'en',
  remindOnRespondedEventsOnly: 'false',
  showDeclinedEvents: 'true',
  timezone: 'Etc/GMT',
  useKeyboardShortcuts: 'true',
  weekStart: '0',
}

onEveryEngine('reading settings', (site) => {
  it('lists all twelve with their defaults to a new user', async () => {
    const user = await site.user()
    const { status, json, headers } = await user.get('/users/me/settings')
    expect(status).toBe(200)
    expect(json).toMatchObject({ kind: 'calendar#settings', etag: headers.etag })
    expect(json.nextSyncToken).toEqual(expect.any(String))
    expect(json).not.toHaveProperty('nextPageToken')
    const values = json.items!.map(({ id, value }) => [id, value])
    expect(Object.fromEntries(values)).toEqual(defaults)
    for (const item of json.items!) {
      expect(item).toMatchObject({ kind: 'calendar#setting', etag: expect.any(String) })
    }
  })

  // The rules below do not depend on the engine.
  if (!site.isEmbedded) return

  it('gives each by its name', async () => {
    const user = await site.user()
    for (const [id, value] of Object.entries(defaults)) {
      const { json, headers } = await user.get(`/users/me/settings/${id}`)
      expect(json).toEqual({ kind: 'calendar#setting', etag: headers.etag, id, value })
    }
  })

  it.each(['nosuch', 'timeZone', 'constructor', '__proto__', 'Locale'])(
    'does not find %s',
    async (setting) => {
      const user = await site.user()
      expectRefusal(await user.get(`/users/me/settings/${setting}`), notFound)
    },
  )

  it('knows no user but me', async () => {
    const user = await site.user()
    expectRefusal(await user.get(`/users/${user.email}/settings/locale`), notFound)
  })

  it('answers 304 for a setting and for the list until one changes', async () => {
    const user = await site.user()
    for (const path of ['/users/me/settings/locale', '/users/me/settings']) {
      const { etag } = (await user.get(path)).json
      expect((await user.get(path, { 'If-None-Match': etag! })).status).toBe(304)
    }
    const list = await user.get('/users/me/settings')
    const one = await user.get('/users/me/settings/locale')
    await user.changeSetting('locale', 'de')
    for (const [path, { etag }] of [
      ['/users/me/settings', list.json],
      ['/users/me/settings/locale', one.json],
    ] as const) {
      expect((await user.get(path, { 'If-None-Match': etag! })).status).toBe(200)
    }
  })

  it('shows them to the scopes that name them only', async () => {
    for (const scope of ['calendar', 'calendar.readonly', 'calendar.settings.readonly']) {
      const user = await site.user({ scopes: [scope] })
      expect((await user.get('/users/me/settings')).status).toBe(200)
    }
    for (const scope of ['calendar.events', 'calendar.calendars', 'calendar.app.created']) {
      const user = await site.user({ scopes: [scope] })
      expectRefusal(await user.get('/users/me/settings'), insufficientPermissions)
      expectRefusal(await user.get('/users/me/settings/locale'), insufficientPermissions)
    }
  })
})

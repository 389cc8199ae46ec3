import { expect, it } from 'vitest'
import { expectRefusal, insufficientPermissions, notFound } from '../support/refusal.ts'
import { onEveryEngine } from '../support/sites.ts'

onEveryEngine('access to calendars', (site) => {
  it('narrows calendar.app.created to the calendars that the same client has created', async () => {
    const owner = await site.user()
    const { email } = owner
    const scopes = ['calendar.app.created']
    const one = await site.user({ email, scopes, clientId: 'one' })
    const other = await site.user({ email, scopes, clientId: 'other' })
    const { calendar, path } = await one.newCalendar()

    expectRefusal(await other.get(path), insufficientPermissions)
    expectRefusal(await other.put(path, { summary: 'x' }), insufficientPermissions)
    expectRefusal(await other.patch(path, { summary: 'x' }), insufficientPermissions)
    expectRefusal(await other.delete(path), insufficientPermissions)
    expectRefusal(await one.get('/calendars/primary'), insufficientPermissions)
    expectRefusal(await one.post('/calendars/primary/clear'), insufficientPermissions)
    expect((await owner.get(path)).json).toEqual(calendar)

    expect((await one.get(path)).json).toEqual(calendar)
    expect((await one.patch(path, { summary: 'x' })).status).toBe(200)
    expect((await one.delete(path)).status).toBe(204)
  })

  // The rules below do not depend on the engine.
  if (!site.isEmbedded) return

  it("does not show another user's calendar to any method", async () => {
    const [owner, stranger] = [await site.user(), await site.user()]
    const { calendar, path } = await owner.newCalendar()
    for (const target of [path, `/calendars/${owner.email}`]) {
      expectRefusal(await stranger.get(target), notFound)
      expectRefusal(await stranger.put(target, { summary: 'Mine' }), notFound)
      expectRefusal(await stranger.patch(target, { summary: 'Mine' }), notFound)
      expectRefusal(await stranger.delete(target), notFound)
      expectRefusal(await stranger.post(`${target}/clear`), notFound)
    }
    expect((await owner.get(path)).json).toEqual(calendar)
  })

  it('answers alike for a calendar that is hidden and one that is not there', async () => {
    const [owner, stranger] = [await site.user(), await site.user()]
    const { path } = await owner.newCalendar()
    const hidden = await stranger.get(path)
    const absent = await stranger.get('/calendars/c_absent@group.calendar.google.com')
    expect(hidden.text).toBe(absent.text)
  })

  const reading = ['calendar', 'calendar.calendars', 'calendar.calendars.readonly']

  it.each([...reading, 'calendar.readonly'])('lets %s read', async (scope) => {
    const user = await site.user({ scopes: [scope] })
    expect((await user.get('/calendars/primary')).status).toBe(200)
  })

  it.each(['calendar', 'calendar.calendars'])('lets %s write', async (scope) => {
    const user = await site.user({ scopes: [scope] })
    const { path } = await user.newCalendar()
    expect((await user.put(path, { summary: 'a' })).status).toBe(200)
    expect((await user.patch(path, { summary: 'b' })).status).toBe(200)
    expect((await user.post('/calendars/primary/clear')).status).toBe(204)
    expect((await user.delete(path)).status).toBe(204)
  })

  it.each(['calendar.calendars.readonly', 'calendar.readonly'])(
    'does not let %s write',
    async (scope) => {
      const whole = await site.user()
      const { calendar, path } = await whole.newCalendar()
      const user = await site.user({ email: whole.email, scopes: [scope] })
      expectRefusal(await user.post('/calendars', { summary: 'a' }), insufficientPermissions)
      expectRefusal(await user.put(path, { summary: 'a' }), insufficientPermissions)
      expectRefusal(await user.patch(path, { summary: 'a' }), insufficientPermissions)
      expectRefusal(await user.delete(path), insufficientPermissions)
      expectRefusal(await user.post('/calendars/primary/clear'), insufficientPermissions)
      expect((await whole.get(path)).json).toEqual(calendar)
    },
  )

  it.each(['calendar.events', 'calendar.settings.readonly', 'calendar.freebusy', 'drive'])(
    'does not let %s read',
    async (scope) => {
      const user = await site.user({ scopes: [scope] })
      const reply = await user.get('/calendars/primary')
      expectRefusal(reply, insufficientPermissions)
      expect(reply.json.error).toMatchObject({
        status: 'PERMISSION_DENIED',
        details: [
          {
            reason: 'ACCESS_TOKEN_SCOPE_INSUFFICIENT',
            metadata: {
              service: 'calendar-json.googleapis.com',
              method: 'calendar.v3.Calendars.Get',
            },
          },
        ],
      })
    },
  )

  it('does not narrow a token that has a wider scope as well', async () => {
    const owner = await site.user({ clientId: 'one' })
    const { calendar, path } = await owner.newCalendar()
    const scopes = ['calendar.app.created', 'calendar.readonly']
    const reader = await site.user({ email: owner.email, scopes, clientId: 'other' })
    expect((await reader.get(path)).json).toEqual(calendar)
    expectRefusal(await reader.patch(path, { summary: 'x' }), insufficientPermissions)
  })

  it('does not show the calendars of others to calendar.app.created of the same client', async () => {
    const scopes = ['calendar.app.created']
    const one = await site.user({ scopes, clientId: 'shared' })
    const other = await site.user({ scopes, clientId: 'shared' })
    const { path } = await one.newCalendar()
    expectRefusal(await other.get(path), notFound)
  })
})

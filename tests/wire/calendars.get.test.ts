import { expect, it } from 'vitest'
import { expectRefusal, notFound } from '../support/refusal.ts'
import { onEveryEngine } from '../support/sites.ts'

onEveryEngine('getting calendars', (site) => {
  it('finds the primary calendar of a new user, named after the address', async () => {
    const user = await site.user()
    const reply = await user.get('/calendars/primary')
    expect(reply.status).toBe(200)
    expect(reply.json).toEqual({
      kind: 'calendar#calendar',
      etag: reply.headers.etag,
      id: user.email,
      summary: user.email,
      timeZone: 'Etc/GMT',
      conferenceProperties: { allowedConferenceSolutionTypes: ['hangoutsMeet'] },
    })
  })

  // The rules below do not depend on the engine.
  if (!site.isEmbedded) return

  it('finds a calendar by its id in any case and in any encoding', async () => {
    const user = await site.user()
    const { calendar } = await user.newCalendar()
    const id = calendar.id!
    for (const written of [
      id,
      id.toUpperCase(),
      id.replace('@', '%40'),
      encodeURIComponent(id),
      id.replace('c_', '%63%5F'),
      user.email,
      user.email.toUpperCase(),
      encodeURIComponent(user.email),
    ]) {
      const reply = await user.get(`/calendars/${written}`)
      const expected = written.toLowerCase().includes('group') ? id : user.email
      expect(reply.json).toMatchObject({ id: expected })
    }
  })

  it('decodes an id exactly once', async () => {
    const user = await site.user()
    expectRefusal(
      await user.get(`/calendars/${encodeURIComponent(encodeURIComponent(user.email))}`),
      notFound,
    )
  })

  it('means the caller of the token by primary', async () => {
    const [one, other] = [await site.user(), await site.user()]
    expect((await one.get('/calendars/primary')).json.id).toBe(one.email)
    expect((await other.get('/calendars/primary')).json.id).toBe(other.email)
  })

  it.each(['nosuch', 'nosuch@group.calendar.google.com', 'a%2Fb', 'en.usa%23holiday', '%20', '..'])(
    'finds nothing under %s',
    async (id) => {
      const user = await site.user()
      expectRefusal(await user.get(`/calendars/${id}`), notFound)
    },
  )

  it('lets caches keep what is read, for their user and after asking again', async () => {
    const user = await site.user()
    const reply = await user.get('/calendars/primary')
    expect(reply.headers['cache-control']).toBe('private, max-age=0, must-revalidate')
    expect(reply.headers['content-type']).toBe('application/json; charset=UTF-8')
  })
})

import { expect, it } from 'vitest'
import { expectRefusal, notFound } from '../support/refusal.ts'
import { onEveryEngine } from '../support/sites.ts'

onEveryEngine('removing calendars', (site) => {
  it('deletes a secondary calendar, which then cannot be found by any method', async () => {
    const user = await site.user()
    const { path } = await user.newCalendar()
    const reply = await user.delete(path)
    expect([reply.status, reply.text, reply.headers['content-length']]).toEqual([204, '', '0'])
    expectRefusal(await user.get(path), notFound)
    expectRefusal(await user.put(path, { summary: 'Back' }), notFound)
    expectRefusal(await user.patch(path, { summary: 'Back' }), notFound)
    expectRefusal(await user.delete(path), notFound)
    expectRefusal(await user.post(`${path}/clear`), notFound)
  })

  it('deletes one calendar and leaves the others', async () => {
    const user = await site.user()
    const gone = await user.newCalendar()
    const kept = await user.newCalendar()
    await user.delete(gone.path)
    expect((await user.get(kept.path)).json).toEqual(kept.calendar)
  })

  it('clears the primary calendar under its alias and its id, with an empty 204', async () => {
    const user = await site.user()
    const before = await user.get('/calendars/primary')
    for (const id of ['primary', encodeURIComponent(user.email)]) {
      const reply = await user.post(`/calendars/${id}/clear`)
      expect([reply.status, reply.text, reply.headers['content-length']]).toEqual([204, '', '0'])
    }
    expect((await user.get('/calendars/primary')).json).toEqual(before.json)
  })

  // The rules below do not depend on the engine.
  if (!site.isEmbedded) return

  it.each(['primary', 'the address'])('does not delete the primary under %s', async (name) => {
    const user = await site.user()
    const id = name === 'primary' ? name : user.email
    expectRefusal(await user.delete(`/calendars/${id}`), {
      status: 403,
      reason: 'cannotDeletePrimaryCalendar',
      domain: 'calendar',
    })
    expect((await user.get('/calendars/primary')).status).toBe(200)
  })

  it('does not clear a secondary calendar', async () => {
    const user = await site.user()
    const { calendar, path } = await user.newCalendar()
    expectRefusal(await user.post(`${path}/clear`), { status: 400, reason: 'invalid' })
    expect((await user.get(path)).json).toEqual(calendar)
  })
})

import { expect, it } from 'vitest'
import { fullBody, hour, primaryEvents } from '../support/event-bodies.ts'
import { expectRefusal, notFound } from '../support/refusal.ts'
import { onEveryEngine } from '../support/sites.ts'

const deleted = {
  status: 410,
  reason: 'deleted',
  domain: 'global',
  message: 'Resource has been deleted',
}

onEveryEngine('deleting events', (site) => {
  // Scenario 30
  it('leaves an event that is cancelled, can be read and is not listed', async () => {
    const events = await primaryEvents(site)
    const event = await events.make(fullBody)
    const token = await events.syncToken()
    const reply = await events.delete(event.id)
    expect([reply.status, reply.text, reply.headers['content-length']]).toEqual([204, '', '0'])
    expect(reply.headers.date).toBeDefined()
    const gone = await events.read(event.id)
    expect(gone).toEqual({
      ...event,
      status: 'cancelled',
      sequence: 4,
      etag: gone.etag,
      updated: gone.updated,
    })
    expect(gone.etag).not.toBe(event.etag)
    expect((await events.list()).items).toEqual([])
    expect((await events.list('?showDeleted=true')).items).toEqual([gone])
    expect(await events.changedSince(token)).toEqual([event.id])
    expectRefusal(await events.delete(event.id), deleted)
    expect(await events.read(event.id)).toEqual(gone)
  })

  it('succeeds once among concurrent requests', async () => {
    const events = await primaryEvents(site)
    const { id } = await events.make()
    const replies = await Promise.all(Array.from({ length: 5 }, () => events.delete(id)))
    expect(replies.map(({ status }) => status).sort()).toEqual([204, 410, 410, 410, 410])
  })

  // The rules below do not depend on the engine.
  if (!site.isEmbedded) return

  it('answers 404 for what never was', async () => {
    const events = await primaryEvents(site)
    for (const id of ['nosuchevent', 'abcde_20260501T000000Z']) {
      expectRefusal(await events.delete(id), notFound)
    }
  })

  it('accepts an empty body, and sendUpdates', async () => {
    const events = await primaryEvents(site)
    const one = await events.make()
    const path = `${events.path}/${one.id}?sendUpdates=all`
    expect((await events.user.call(path, { method: 'DELETE', body: {} })).status).toBe(204)
    const other = await events.make()
    const refused = await events.delete(other.id, '?sendUpdates=everybody')
    expectRefusal(refused, { status: 400, reason: 'invalidParameter', location: 'sendUpdates' })
    expect((await events.list()).items).toEqual([other])
  })

  it('is what a status of cancelled means', async () => {
    const events = await primaryEvents(site)
    const [one, other] = [await events.make(), await events.make()]
    expect((await events.patch(one.id, { status: 'cancelled' })).json.status).toBe('cancelled')
    const put = await events.put(other.id, { ...other, status: 'cancelled' })
    expect(put.json.status).toBe('cancelled')
    expect((await events.list()).items).toEqual([])
    for (const { id } of [one, other]) expectRefusal(await events.delete(id), deleted)
  })
})

onEveryEngine('a deleted event', (site) => {
  // Scenario 31
  it('is restored with its content when it is confirmed', async () => {
    const events = await primaryEvents(site)
    const event = await events.make({ ...fullBody, status: 'confirmed' })
    await events.delete(event.id)
    const token = await events.syncToken()
    const { json } = await events.patch(event.id, { status: 'confirmed' })
    expect(json).toEqual({ ...event, sequence: 5, etag: json.etag, updated: json.updated })
    expect((await events.list()).items).toEqual([json])
    expect(await events.changedSince(token)).toEqual([event.id])
    expect((await events.delete(event.id)).status).toBe(204)
  })

  // The rules below do not depend on the engine.
  if (!site.isEmbedded) return

  it.each(['confirmed', 'tentative', undefined])(
    'comes back by a PUT whose status is %s',
    async (status) => {
      const events = await primaryEvents(site)
      const { id } = await events.make()
      await events.delete(id)
      const { json } = await events.put(id, { summary: 'Again', ...hour, status })
      expect(json.status).toBe(status ?? 'confirmed')
      expect((await events.list()).items).toEqual([json])
    },
  )

  it('stays deleted after a patch without a status', async () => {
    const events = await primaryEvents(site)
    const { id } = await events.make()
    await events.delete(id)
    const { json } = await events.patch(id, { summary: 'Late' })
    expect(json).toMatchObject({ status: 'cancelled', summary: 'Late' })
    expect((await events.list()).items).toEqual([])
    expectRefusal(await events.delete(id), deleted)
  })
})

import { expect, it } from 'vitest'
import { hour, primaryEvents, secondaryEvents, sharedWith } from '../support/event-bodies.ts'
import { onEveryEngine } from '../support/sites.ts'

const source = { url: 'https://example.com/ticket', title: 'Ticket' }

onEveryEngine('the source of an event', (site) => {
  // Scenario 35
  it('is shown to its creator only, on reads, lists and writes', async () => {
    const events = await secondaryEvents(site)
    const guest = await sharedWith(site, events, 'writer')
    const event = await events.make({ source })
    expect(event.source).toEqual(source)
    expect((await events.list()).items).toEqual([event])
    expect(await guest.read(event.id)).not.toHaveProperty('source')
    expect((await guest.list()).items[0]).not.toHaveProperty('source')
    expect((await guest.patch(event.id, { summary: 'x' })).json).not.toHaveProperty('source')
  })

  // The rules below do not depend on the engine.
  if (!site.isEmbedded) return

  it('is changed by its creator only', async () => {
    const events = await secondaryEvents(site)
    const guest = await sharedWith(site, events, 'owner')
    const { id } = await events.make({ source })
    const seen = await guest.read(id)
    const other = { url: 'https://example.com/other' }
    expect((await guest.patch(id, { source: other })).json).toEqual(seen)
    expect((await guest.patch(id, { source: null })).json).toEqual(seen)
    expect((await guest.put(id, { ...hour, summary: 'Bare' })).status).toBe(200)
    expect((await events.read(id)).source).toEqual(source)
    const own = await guest.make({ source: other })
    expect(own.source).toEqual(other)
    expect(await events.read(own.id)).not.toHaveProperty('source')
  })

  it('is merged by a patch and replaced by a PUT', async () => {
    const events = await primaryEvents(site)
    const { id } = await events.make({ source })
    const patched = await events.patch(id, { source: { title: 'Renamed' } })
    expect(patched.json.source).toEqual({ ...source, title: 'Renamed' })
    const put = await events.put(id, { ...hour, source: { url: source.url } })
    expect(put.json.source).toEqual({ url: source.url })
    expect((await events.put(id, hour)).json).not.toHaveProperty('source')
  })

  it('is part of what changes the time of the change', async () => {
    const events = await primaryEvents(site)
    const event = await events.make({ source })
    await site.call('/_almanac/clock', { method: 'POST', body: { advance: 5 } })
    const { json } = await events.patch(event.id, { source: null })
    expect(String(json.updated) > String(event.updated)).toBe(true)
    expect(json.etag).not.toBe(event.etag)
  })
})

import { expect, it } from 'vitest'
import { hour, primaryEvents, secondaryEvents } from '../support/event-bodies.ts'
import { expectRefusal } from '../support/refusal.ts'
import { onEveryEngine } from '../support/sites.ts'

const duplicate = { status: 409, reason: 'duplicate', domain: 'global' }

onEveryEngine('ids of events', (site) => {
  // Scenario 17
  it('are taken once they are chosen, also by events that were deleted', async () => {
    const events = await primaryEvents(site)
    const first = await events.make({ id: 'abcde' })
    expect([first.id, first.iCalUID]).toEqual(['abcde', 'abcde@google.com'])
    expectRefusal(await events.insert({ ...hour, id: 'abcde' }), duplicate)
    expect(await events.read('abcde')).toEqual(first)
    expect((await events.delete('abcde')).status).toBe(204)
    const gone = await events.read('abcde')
    expectRefusal(await events.insert({ ...hour, id: 'abcde' }), duplicate)
    expect(await events.read('abcde')).toEqual(gone)
  })

  it('can be the same on two calendars', async () => {
    const [one, other] = [await secondaryEvents(site), await secondaryEvents(site)]
    await one.make({ id: 'abcde', summary: 'One' })
    await other.make({ id: 'abcde', summary: 'Other' })
    expect((await one.read('abcde')).summary).toBe('One')
    expect((await other.read('abcde')).summary).toBe('Other')
  })

  it('can be chosen by only one of several at once', async () => {
    const events = await primaryEvents(site)
    const replies = await Promise.all(
      Array.from({ length: 8 }, () => events.insert({ ...hour, id: 'abcde' })),
    )
    const statuses = replies.map(({ status }) => status).sort()
    expect(statuses).toEqual([200, 409, 409, 409, 409, 409, 409, 409])
    expect((await events.list()).items).toHaveLength(1)
  })

  // The rules below do not depend on the engine.
  if (!site.isEmbedded) return

  it('are created by the server unless chosen, and never twice', async () => {
    const events = await primaryEvents(site)
    const made = await Promise.all(Array.from({ length: 20 }, () => events.make()))
    expect(new Set(made.map(({ id }) => id)).size).toBe(20)
    for (const { id } of made) expect(id).toMatch(/^[a-v0-9]{26}$/)
  })

  it.each(['00000', 'vvvvv', '0123456789abcdefghijklmnopqrstuv', 'a'.repeat(1024)])(
    'can be %s',
    async (id) => {
      const events = await primaryEvents(site)
      expect((await events.make({ id })).id).toBe(id)
      expect((await events.read(id)).id).toBe(id)
    },
  )

  // Scenario 18
  it.each(['Abc-1', 'wxyz0', 'abcd', '', 'abcde ', 'abcd_0', 'äbcde', 'a'.repeat(1025)])(
    'cannot be %j',
    async (id) => {
      const events = await primaryEvents(site)
      const message = 'Invalid resource id value.'
      expectRefusal(await events.insert({ ...hour, id }), {
        status: 400,
        reason: 'invalid',
        message,
      })
      expect((await events.list()).items).toEqual([])
    },
  )
})

onEveryEngine('the iCalUID of an event', (site) => {
  it('is taken once per calendar, also by events that were deleted', async () => {
    const [events, others] = [await primaryEvents(site), await primaryEvents(site)]
    const body = { ...hour, iCalUID: 'outside@example.com' }
    const first = await events.make(body)
    expectRefusal(await events.insert(body), duplicate)
    expectRefusal(await events.insert({ ...body, id: 'fghij' }), duplicate)
    await others.make(body)
    await events.delete(first.id)
    expectRefusal(await events.insert(body), duplicate)
    expect((await events.list('?showDeleted=true')).items).toHaveLength(1)
  })

  it('is taken by an event that has it from its id', async () => {
    const events = await primaryEvents(site)
    await events.make({ id: 'abcde' })
    expectRefusal(await events.insert({ ...hour, iCalUID: 'abcde@google.com' }), duplicate)
    expect((await events.list()).items).toHaveLength(1)
  })

  // The rules below do not depend on the engine.
  if (!site.isEmbedded) return

  it('is kept beside an id of its own', async () => {
    const events = await primaryEvents(site)
    const event = await events.make({ iCalUID: 'outside@example.com' })
    expect(event.iCalUID).toBe('outside@example.com')
    expect(event.id).toMatch(/^[a-v0-9]{26}$/)
    const both = await events.make({ id: 'abcde', iCalUID: 'Other/UID 1@example.com' })
    expect([both.id, both.iCalUID]).toEqual(['abcde', 'Other/UID 1@example.com'])
  })

  it('that follows from a chosen id is taken by an event that was given it', async () => {
    const events = await primaryEvents(site)
    await events.make({ iCalUID: 'abcde@google.com' })
    expectRefusal(await events.insert({ ...hour, id: 'abcde' }), duplicate)
    expect((await events.list()).items).toHaveLength(1)
  })

  it('never changes', async () => {
    const events = await primaryEvents(site)
    const event = await events.make()
    const changed = { iCalUID: 'x@example.com', id: 'abcde', created: '2001-01-01T00:00:00Z' }
    expect((await events.patch(event.id, changed)).json).toEqual(event)
    expect((await events.put(event.id, { ...event, ...changed })).json).toEqual(event)
  })
})

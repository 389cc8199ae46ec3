import { expect, it } from 'vitest'
import { hour, primaryEvents } from '../support/event-bodies.ts'
import { expectRefusal } from '../support/refusal.ts'
import { onEveryEngine } from '../support/sites.ts'

const extended = (kinds: object) => ({ extendedProperties: kinds })
const many = (count: number, value = 'x') =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`key${index}`, value]))

onEveryEngine('extended properties', (site) => {
  // Scenario 26
  it('are merged by key, and null removes a key', async () => {
    const events = await primaryEvents(site)
    const { id } = await events.make()
    const patched = async (kinds: object | null) =>
      (await events.patch(id, { extendedProperties: kinds })).json.extendedProperties
    expect(await patched({ private: { a: '1' } })).toEqual({ private: { a: '1' } })
    expect(await patched({ private: { b: '2' } })).toEqual({ private: { a: '1', b: '2' } })
    expect(await patched({ private: { a: null } })).toEqual({ private: { b: '2' } })
    expect(await patched({ shared: { c: '3' } })).toEqual({
      private: { b: '2' },
      shared: { c: '3' },
    })
    expect(await patched({ private: null })).toEqual({ shared: { c: '3' } })
    expect(await patched(null)).toBeUndefined()
  })

  it('accept any key, also those with a meaning in other places', async () => {
    const events = await primaryEvents(site)
    const keys = '{"__proto__":"1","constructor":"2","toString":"3","a=b":"4","":"5","☎":"6"}'
    const body = `{"start":{"date":"2026-05-01"},"end":{"date":"2026-05-02"},
      "extendedProperties":{"private":${keys}}}`
    const reply = await events.insert(body)
    expect(reply.status).toBe(200)
    expect(reply.text).toContain(`"private":${keys}`)
    expect((await events.get(reply.json.id!)).text).toContain(`"private":${keys}`)
  })

  // The rules below do not depend on the engine.
  if (!site.isEmbedded) return

  it('disappear with the last of their keys', async () => {
    const events = await primaryEvents(site)
    const { id } = await events.make(extended({ private: { a: '1' } }))
    const { json } = await events.patch(id, extended({ private: { a: null } }))
    expect(json).not.toHaveProperty('extendedProperties')
  })

  it('have keys of 44 characters at most, and longer ones are dropped without a word', async () => {
    const events = await primaryEvents(site)
    const fits = 'ä'.repeat(44)
    const { extendedProperties } = await events.make(
      extended({ private: { [fits]: '1', [`${fits}x`]: '2' }, shared: { [`${fits}x`]: '3' } }),
    )
    expect(extendedProperties).toEqual({ private: { [fits]: '1' } })
  })

  it('have values of 1024 characters at most, and longer ones are cut without a word', async () => {
    const events = await primaryEvents(site)
    const { extendedProperties } = await events.make(
      extended({ private: { a: 'x'.repeat(2000) }, shared: { b: '🌲'.repeat(1025) } }),
    )
    expect(extendedProperties).toEqual({
      private: { a: 'x'.repeat(1024) },
      shared: { b: '🌲'.repeat(1024) },
    })
  })

  it('are texts; numbers and truth values become such, and anything else is refused', async () => {
    const events = await primaryEvents(site)
    const event = await events.make(extended({ private: { a: 7, b: true, c: '' } }))
    expect(event.extendedProperties).toEqual({ private: { a: '7', b: 'true', c: '' } })
    for (const value of [{}, [], ['x']]) {
      const reply = await events.insert({ ...hour, ...extended({ private: { a: value } }) })
      expectRefusal(reply, { status: 400, reason: 'invalid' })
    }
    expect((await events.list()).items).toEqual([event])
  })

  it.each([
    ['300 of them', { private: many(150), shared: many(150) }, 200],
    ['301 of them', { private: many(150), shared: many(151) }, 400],
    ['almost 32 kB', { private: many(31, 'x'.repeat(1024)) }, 200],
    ['more than 32 kB', { private: many(33, 'x'.repeat(1024)) }, 400],
  ])('have room for so much: %s', async (_, kinds, status) => {
    const events = await primaryEvents(site)
    const event = await events.make()
    expect((await events.patch(event.id, extended(kinds))).status).toBe(status)
    const inserted = await events.insert({ ...hour, ...extended(kinds) })
    expect(inserted.status).toBe(status)
    if (status === 200) return
    expectRefusal(inserted, { status, reason: 'invalid' })
    expect((await events.list()).items).toEqual([event])
  })

  it('count what is there already', async () => {
    const events = await primaryEvents(site)
    const event = await events.make(extended({ private: many(300) }))
    const reply = await events.patch(event.id, extended({ shared: { one: 'more' } }))
    expectRefusal(reply, { status: 400, reason: 'invalid' })
    expect(await events.read(event.id)).toEqual(event)
  })
})

import { expect, it } from 'vitest'
import { callInBatch } from '../support/batch-call.ts'
import { eventsOf, hourOn, newEvent, syncTokenOf, told, walk } from '../support/imported-events.ts'
import type { PartCall } from '../support/multipart.ts'
import { expectRefusal, notFound } from '../support/refusal.ts'
import { onEveryEngine } from '../support/sites.ts'
import type { WireUser } from '../support/wire-user.ts'

onEveryEngine('a batch of events', (site) => {
  const send = (user: WireUser, calls: readonly PartCall[]) =>
    callInBatch(calls, { base: site.base, path: `/batch${site.paths.calendar}`, token: user.token })

  const line = (method: string, path: string) => `${method} ${site.paths.calendar}${path} HTTP/1.1`

  it('writes in every way there is', async () => {
    const user = await site.user()
    const { calendar } = await user.newCalendar()
    const [patched, put, moved] = [await newEvent(user), await newEvent(user), await newEvent(user)]
    const token = await syncTokenOf(user)
    const parts = await send(user, [
      { line: line('POST', eventsOf()), body: { id: 'inserted', ...hourOn(5) } },
      { line: line('PATCH', `${eventsOf()}/${patched.id}`), body: { summary: 'Patched' } },
      { line: line('PUT', `${eventsOf()}/${put.id}`), body: { ...hourOn(6), summary: 'Put' } },
      {
        line: line('POST', `${eventsOf()}/import`),
        body: { ...hourOn(7), iCalUID: 'x@y.example' },
      },
      { line: line('POST', `${eventsOf()}/quickAdd?text=Tea`) },
      { line: line('POST', `${eventsOf()}/${moved.id}/move?destination=${calendar.id}`) },
      { line: line('POST', eventsOf()), body: { ...hourOn(5), end: undefined } },
    ])
    expect(parts.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200, 400])
    for (const part of parts.slice(0, 5)) {
      expect((await user.get(`${eventsOf()}/${part.json.id}`)).json).toEqual(part.json)
    }
    expect(Object.keys(await told(user, 'primary', token))).toHaveLength(6)
  })

  it('lands as a whole: fifty inserts in one', async () => {
    const user = await site.user()
    const token = await syncTokenOf(user)
    const calls = Array.from({ length: 50 }, (_, number) => ({
      contentId: `<item-${number}>`,
      line: line('POST', `${eventsOf()}?sendUpdates=none`),
      body: { summary: `Talk ${number}`, ...hourOn(4) },
    }))
    const parts = await send(user, calls)
    expect(parts.map(({ status }) => status)).toEqual(parts.map(() => 200))
    expect(parts.map(({ json }) => json.summary)).toEqual(calls.map(({ body }) => body.summary))
    expect(new Set(parts.map(({ json }) => json.etag)).size).toBe(50)
    const { items } = await walk(user, eventsOf(), { maxResults: '20' })
    expect(items).toHaveLength(50)
    expect(items).toEqual(expect.arrayContaining(parts.map(({ json }) => json)))
    expect(Object.keys(await told(user, 'primary', token))).toHaveLength(50)
  })

  it('deletes fifty events in one, and reports for each whether it existed', async () => {
    const user = await site.user()
    const events = await Promise.all(Array.from({ length: 50 }, () => newEvent(user)))
    const deleting = events.map(({ id }) => ({ line: line('DELETE', `${eventsOf()}/${id}`) }))
    const first = await send(user, deleting)
    expect(first.map(({ statusLine }) => statusLine)).toEqual(
      first.map(() => 'HTTP/1.1 204 No Content'),
    )
    for (const part of await send(user, deleting)) {
      expectRefusal(part, { status: 410, reason: 'deleted' })
    }
    expect((await walk(user, eventsOf())).items).toEqual([])
  })

  it('of inserts with one id lets one of them land', async () => {
    const user = await site.user()
    const body = { id: 'sameone', ...hourOn(4) }
    const parts = await send(
      user,
      Array.from({ length: 10 }, () => ({ line: line('POST', eventsOf()), body })),
    )
    expect(parts.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(409)])
  })

  // The rules below do not depend on the engine.
  if (!site.isEmbedded) return

  const bearer = ({ token }: WireUser) => ({ Authorization: `Bearer ${token}` })

  it('reads, deletes and misses events, each answer at its place', async () => {
    const user = await site.user()
    const [stays, goes] = [await newEvent(user), await newEvent(user)]
    const parts = await send(user, [
      { contentId: '<uuid + 1>', line: line('GET', `${eventsOf()}/${stays.id}`) },
      { contentId: '<uuid + 2>', line: line('DELETE', `${eventsOf()}/${goes.id}`) },
      { contentId: '<uuid + 3>', line: line('GET', `${eventsOf()}/nosuchevent`) },
    ])
    expect(parts.map(({ contentId }) => contentId)).toEqual([
      '<response-uuid + 1>',
      '<response-uuid + 2>',
      '<response-uuid + 3>',
    ])
    expect(parts[0]!.json).toEqual(stays)
    expect(parts[0]!.headers.etag).toBe(stays.etag)
    expect([parts[1]!.statusLine, parts[1]!.text]).toEqual(['HTTP/1.1 204 No Content', ''])
    expectRefusal(parts[2]!, notFound)
    expect((await user.get(`${eventsOf()}/${goes.id}`)).json.status).toBe('cancelled')
  })

  it('lets a part act as another user than the batch', async () => {
    const [alice, bob] = [await site.user(), await site.user()]
    const body = (summary: string) => ({ summary, ...hourOn(4) })
    const parts = await send(alice, [
      { line: line('POST', eventsOf()), body: body('of alice') },
      { line: line('POST', eventsOf()), headers: bearer(bob), body: body('of bob') },
      { line: line('GET', eventsOf(alice.email)), headers: bearer(bob) },
    ])
    expect(parts[0]!.json.creator).toEqual({ email: alice.email, self: true })
    expect(parts[1]!.json.creator).toEqual({ email: bob.email, self: true })
    expectRefusal(parts[2]!, notFound)
    expect((await walk(alice, eventsOf())).items).toEqual([parts[0]!.json])
    expect((await walk(bob, eventsOf())).items).toEqual([parts[1]!.json])
  })

  it('honours preconditions and masks part by part', async () => {
    const user = await site.user()
    const event = await newEvent(user)
    const path = `${eventsOf()}/${event.id}`
    const [unchanged, masked, stale] = await send(user, [
      { line: line('GET', path), headers: { 'If-None-Match': event.etag } },
      { line: line('GET', `${path}?fields=id,start/dateTime`) },
      { line: line('PATCH', path), headers: { 'If-Match': '"1"' }, body: { summary: 'x' } },
    ])
    expect([unchanged!.statusLine, unchanged!.text]).toEqual(['HTTP/1.1 304 Not Modified', ''])
    expect(masked!.json).toEqual({
      id: event.id,
      start: { dateTime: hourOn(4).start.dateTime },
    })
    expectRefusal(stale!, { status: 412, reason: 'conditionNotMet' })
    expect((await user.get(path)).json).toEqual(event)
  })

  it('reads several calendars in one, each with its own token and page', async () => {
    const user = await site.user()
    const ids = ['primary']
    for (let number = 0; number < 3; number++) ids.push((await user.newCalendar()).calendar.id!)
    for (const id of ids) for (const day of [4, 5]) await newEvent(user, hourOn(day), id)
    const query = '?maxResults=1&singleEvents=true&timeMin=2026-05-01T00:00:00Z'
    const parts = await send(
      user,
      ids.map((id) => ({ line: line('GET', `${eventsOf(encodeURIComponent(id))}${query}`) })),
    )
    for (const { json } of parts) {
      expect(json.items).toHaveLength(1)
      expect(json.nextPageToken).toBeDefined()
    }
    expect(new Set(parts.map(({ json }) => json.nextPageToken)).size).toBe(4)
  })
})

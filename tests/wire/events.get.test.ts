import { gunzipSync, gzipSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { fullBody, hour, primaryEvents } from '../support/event-bodies.ts'
import { expectRefusal, insufficientPermissions, notFound } from '../support/refusal.ts'
import { onEveryEngine } from '../support/sites.ts'

onEveryEngine('reading an event', (site) => {
  it('returns it as it was answered when it was written, under every name of its calendar', async () => {
    const events = await primaryEvents(site)
    const event = await events.make(fullBody)
    const byAddress = `/calendars/${encodeURIComponent(events.user.email)}/events/${event.id}`
    expect((await events.user.get(byAddress)).json).toEqual(event)
    const inCapitals = `/calendars/${events.user.email.toUpperCase()}/events/${event.id}`
    expect((await events.user.get(inCapitals)).json).toEqual(event)
    const reply = await events.get(event.id)
    expect(reply.json).toEqual(event)
    expect(reply.headers).toMatchObject({
      etag: event.etag,
      'content-type': 'application/json; charset=UTF-8',
      'cache-control': 'private, max-age=0, must-revalidate',
    })
  })

  // The rules below do not depend on the engine.
  if (!site.isEmbedded) return

  it.each([
    'nosuchevent',
    'abcde_20260501T090000Z',
    'abcde_20260501',
    '_abc',
    'Ä',
    'x'.repeat(2000),
  ])('answers 404 for %s', async (id) => {
    const events = await primaryEvents(site)
    await events.make({ id: 'abcde' })
    expectRefusal(await events.get(encodeURIComponent(id)), notFound)
  })

  it('answers 404 for an event of another calendar', async () => {
    const [events, others] = [await primaryEvents(site), await primaryEvents(site)]
    const { id } = await events.make()
    expectRefusal(await others.get(id), notFound)
    expectRefusal(await events.as(others.user).get(id), notFound)
    expectRefusal(await others.user.get(`/calendars/${events.user.email}/events/${id}`), notFound)
  })

  // Scenario 6
  it('returns the parts that fields names, on writes as well', async () => {
    const events = await primaryEvents(site)
    const made = await events.insert({ summary: 'Lunch', ...hour }, '?fields=id')
    expect(Object.keys(made.json)).toEqual(['id'])
    const id = made.json.id!
    const { start, organizer, etag } = await events.read(id)
    const part = await events.get(id, '?fields=start,organizer(email),nosuch')
    expectRefusal(part, { status: 400, reason: 'invalidParameter', location: 'fields' })
    const { email } = organizer as { email: string }
    const good = await events.get(id, '?fields=start,organizer(email),location')
    expect(good.json).toEqual({ start, organizer: { email } })
    expect(good.headers.etag).toBe(etag)
    const listed = await events.list('?fields=items(id,start/dateTime),nextPageToken')
    expect(listed).toEqual({ items: [{ id, start: { dateTime: '2026-05-01T09:00:00Z' } }] })
    const unknown = await events.user.get(`${events.path}?fields=items(nosuchfield)`)
    expectRefusal(unknown, { status: 400, reason: 'invalidParameter', location: 'fields' })
    const patched = await events.patch(id, { summary: 'Dinner' }, '?fields=summary')
    expect(patched.json).toEqual({ summary: 'Dinner' })
    const put = await events.put(id, { summary: 'Tea', ...hour }, '?fields=summary')
    expect(put.json).toEqual({ summary: 'Tea' })
  })

  it('refuses fields that do not exist before anything is written', async () => {
    const events = await primaryEvents(site)
    const reply = await events.insert(hour, '?fields=nosuch')
    expectRefusal(reply, { status: 400, reason: 'invalidParameter', location: 'fields' })
    expect((await events.list()).items).toEqual([])
  })

  // Scenario 7
  it('is the same JSON with blanks and without', async () => {
    const events = await primaryEvents(site)
    const event = await events.make(fullBody)
    const pretty = await events.get(event.id, '?prettyPrint=true')
    const compact = await events.get(event.id, '?prettyPrint=false&alt=json')
    expect(pretty.json).toEqual(event)
    expect(compact.json).toEqual(event)
    expect(pretty.text).toContain('\n')
    expect(compact.text).not.toContain('\n')
    expect([pretty.headers.etag, compact.headers.etag]).toEqual([event.etag, event.etag])
    const refused = await events.get('nosuch', '?prettyPrint=true')
    expectRefusal(refused, { status: 404, reason: 'notFound' })
    expect(refused.text).toContain('{\n  "error": {\n')
    expect((await events.get('nosuch', '?prettyPrint=false')).text).not.toContain('\n')
  })

  it('is compressed if the client accepts it', async () => {
    const events = await primaryEvents(site)
    const event = await events.make({ description: 'x'.repeat(5000) })
    const reply = await events.get(event.id, '', { 'Accept-Encoding': 'gzip' })
    expect(reply.headers['content-encoding']).toBe('gzip')
    expect(JSON.parse(gunzipSync(reply.bytes).toString())).toEqual(event)
  })

  // Scenario 12
  it('is written by a body that is compressed', async () => {
    const events = await primaryEvents(site)
    const zipped = gzipSync(JSON.stringify({ summary: 'Zipped', ...hour }))
    const reply = await events.insert(zipped, '', {
      'Content-Encoding': 'gzip',
      'Content-Type': 'application/json',
    })
    expect(reply.status).toBe(200)
    expect((await events.read(reply.json.id!)).summary).toBe('Zipped')
  })

  // Scenario 11
  it('can be asked for, changed and deleted by a POST that names another method', async () => {
    const events = await primaryEvents(site)
    const { id } = await events.make({ location: 'Bern' })
    const as = (method: string) => ({ 'X-HTTP-Method-Override': method })
    const path = `${events.path}/${id}`
    const patched = await events.user.post(path, { summary: 'Dinner' }, as('PATCH'))
    expect(patched.json).toMatchObject({ id, summary: 'Dinner', location: 'Bern' })
    expect((await events.user.post(path, undefined, as('GET'))).json).toEqual(patched.json)
    const form = { 'Content-Type': 'application/x-www-form-urlencoded' }
    const query = `singleEvents=true&timeMin=${encodeURIComponent('2026-01-01T00:00:00Z')}`
    const listed = await events.user.post(events.path, query, { ...as('GET'), ...form })
    expect(listed.json).toMatchObject({ kind: 'calendar#events', items: [patched.json] })
    const put = await events.user.post(path, hour, as('PUT'))
    expect(put.json).not.toHaveProperty('location')
    expect((await events.user.post(path, undefined, as('DELETE'))).status).toBe(204)
    expect((await events.read(id)).status).toBe('cancelled')
  })

  it('accepts a slash at the end of the address', async () => {
    const events = await primaryEvents(site)
    const reply = await events.user.post(`${events.path}/`, hour)
    expect(reply.status).toBe(200)
    expect((await events.user.get(`${events.path}/${reply.json.id}/`)).json).toEqual(reply.json)
  })

  it.each([
    ['timeZone=Eastern%20Standard%20Time', 'invalid', 'timeZone'],
    ['maxAttendees=0', 'invalidParameter', 'maxAttendees'],
    ['maxAttendees=few', 'invalidParameter', 'maxAttendees'],
  ])('refuses ?%s', async (query, reason, location) => {
    const events = await primaryEvents(site)
    const { id } = await events.make()
    expectRefusal(await events.get(id, `?${query}`), { status: 400, reason, location })
  })

  it('skips alwaysIncludeEmail, unknown parameters and empty ones', async () => {
    const events = await primaryEvents(site)
    const event = await events.make()
    const query = '?alwaysIncludeEmail=true&nosuch=1&timeZone=&maxAttendees='
    expect((await events.get(event.id, query)).json).toEqual(event)
  })

  // Scenario 15
  it('may be asked about beforehand by pages of other origins, without a credential', async () => {
    const events = await primaryEvents(site)
    const reply = await site.call(`${site.paths.calendar}${events.path}/abcde`, {
      method: 'OPTIONS',
      headers: {
        Origin: 'https://app.example',
        'Access-Control-Request-Method': 'PATCH',
        'Access-Control-Request-Headers': 'authorization,if-match',
      },
    })
    expect(reply.status).toBe(204)
    expect(reply.headers).toMatchObject({
      'access-control-allow-origin': 'https://app.example',
      'access-control-allow-headers': 'authorization,if-match',
      'access-control-allow-methods': expect.stringContaining('PATCH'),
    })
  })

  // Scenario 2
  it('needs a credential that is good', async () => {
    const events = await primaryEvents(site)
    const { id } = await events.make()
    for (const path of [events.path, `${events.path}/${id}`]) {
      const bare = await site.call(`${site.paths.calendar}${path}`)
      expectRefusal(bare, { status: 401, reason: 'required', location: 'Authorization' })
      const bad = await events.user.get(path, { Authorization: 'Bearer garbage' })
      expectRefusal(bad, { status: 401, reason: 'authError', location: 'Authorization' })
      expect(bad.headers['www-authenticate']).toMatch(/^Bearer .*invalid_token/)
    }
  })

  // Scenario 3
  it('is all that a token for reading events allows', async () => {
    const events = await primaryEvents(site)
    const event = await events.make()
    const { email } = events.user
    const reader = events.as(await site.user({ email, scopes: ['calendar.events.readonly'] }))
    expect((await reader.get(event.id)).json).toEqual(event)
    expect((await reader.list()).items).toEqual([event])
    for (const reply of [
      await reader.insert(hour),
      await reader.put(event.id, hour),
      await reader.patch(event.id, { summary: 'x' }),
      await reader.delete(event.id),
      await reader.user.get('/colors'),
    ]) {
      expectRefusal(reply, insufficientPermissions)
    }
    expect((await events.list()).items).toEqual([event])
  })
})

import { expect, it } from 'vitest'
import { CalendarProgram, ics, responsesIn, vevent } from '../support/caldav.ts'
import { eventsOf, walk } from '../support/imported-events.ts'
import { onEveryEngine } from '../support/sites.ts'

const event = (uid: string, ...lines: string[]) =>
  ics(vevent(`UID:${uid}`, 'DTSTART:20260504T100000Z', 'DTEND:20260504T110000Z', ...lines))

onEveryEngine('objects that CalDAV moves', (site) => {
  async function scene() {
    const program = new CalendarProgram(await site.user())
    const { calendar } = await program.user.newCalendar({ summary: 'Other' })
    const [here, there] = [program.calendar(), program.calendar(calendar.id)]
    const move = (from: string, to: string, headers: Record<string, string> = {}) =>
      program.call('MOVE', from, { headers: { Destination: to, ...headers } })
    const changes = async (path: string, token = '') => {
      const reply = await program.report(
        path,
        'd:sync-collection',
        `<d:sync-token>${token}</d:sync-token><d:sync-level>1</d:sync-level><d:prop><d:getetag/></d:prop>`,
      )
      return {
        token: /<d:sync-token>(.*?)<\/d:sync-token>/.exec(reply.text)![1]!,
        statuses: Object.fromEntries(
          responsesIn(reply).map(({ href, status = 200 }) => [href.split('/').at(-1), status]),
        ),
      }
    }
    const other = { id: calendar.id!, path: there }
    return { program, here, there, other, move, changes }
  }

  it('are on the other calendar, with all that they say, on both wires', async () => {
    const { program, here, there, other, move, changes } = await scene()
    await program.put(`${here}a.ics`, event('a', 'SUMMARY:Lunch', 'X-MOOD:good'))
    const created = await program.user.post(eventsOf('primary'), {
      summary: 'By the API',
      recurrence: ['RRULE:FREQ=DAILY;COUNT=3'],
      start: { dateTime: '2026-05-04T10:00:00Z', timeZone: 'UTC' },
      end: { dateTime: '2026-05-04T11:00:00Z', timeZone: 'UTC' },
    })
    const { id } = created.json
    await program.user.patch(`${eventsOf('primary')}/${id}_20260505T100000Z`, { summary: 'Moved' })
    const [from, to] = [await changes(here), await changes(there)]
    expect((await move(`${here}a.ics`, `${site.base}${there}b.ics`)).status).toBe(201)
    expect((await move(`${here}${id}.ics`, `${there}series.ics`)).status).toBe(201)
    expect((await program.call('GET', `${here}a.ics`)).status).toBe(404)
    expect((await program.call('GET', `${there}b.ics`)).text).toContain('X-MOOD:good')
    expect((await program.call('GET', `${there}series.ics`)).text).toContain('SUMMARY:Moved')
    expect((await changes(here, from.token)).statuses).toEqual({ 'a.ics': 404, [`${id}.ics`]: 404 })
    expect((await changes(there, to.token)).statuses).toEqual({ 'b.ics': 200, 'series.ics': 200 })
    expect((await walk(program.user, eventsOf('primary'))).items).toEqual([])
    const { items } = await walk(program.user, eventsOf(other.id), { singleEvents: 'true' })
    expect(items.map(({ summary }) => summary).sort()).toEqual(
      ['By the API', 'By the API', 'Lunch', 'Moved'].sort(),
    )
  })

  it('have another name, and the former one is reported as removed', async () => {
    const { program, here, there, move, changes } = await scene()
    const put = await program.put(`${here}a.ics`, event('a'))
    const before = await changes(here)
    const moved = await move(`${here}a.ics`, `${here}b.ics`, { 'If-Match': put.headers.etag! })
    expect(moved.status).toBe(201)
    expect((await program.call('GET', `${here}a.ics`)).status).toBe(404)
    expect((await program.call('GET', `${here}b.ics`)).text).toBe(event('a'))
    const after = await changes(here, before.token)
    expect(after.statuses).toEqual({ 'a.ics': 404, 'b.ics': 200 })
    // There and back again.
    await move(`${here}b.ics`, `${there}b.ics`)
    await move(`${there}b.ics`, `${here}c.ics`)
    expect((await changes(here, after.token)).statuses).toEqual({ 'b.ics': 404, 'c.ics': 200 })
    expect((await changes(here)).statuses).toEqual({ 'c.ics': 200 })
    expect((await program.put(`${here}a.ics`, event('new'))).status).toBe(201)
    expect((await changes(here, before.token)).statuses).toEqual({
      'a.ics': 200,
      'b.ics': 404,
      'c.ics': 200,
    })
  })

  it('replace what is at the destination, unless the program forbids it', async () => {
    const { program, here, there, move } = await scene()
    await program.put(`${here}a.ics`, event('a', 'SUMMARY:First'))
    await program.put(`${here}c.ics`, event('c', 'SUMMARY:Third'))
    await program.put(`${there}b.ics`, event('a', 'SUMMARY:Second'))
    expect((await move(`${here}a.ics`, `${there}b.ics`, { Overwrite: 'F' })).status).toBe(412)
    expect((await move(`${here}a.ics`, `${here}c.ics`, { Overwrite: 'F' })).status).toBe(412)
    expect((await move(`${here}a.ics`, `${there}b.ics`, { 'If-Match': '"x"' })).status).toBe(412)
    expect((await move(`${here}a.ics`, `${there}b.ics`)).status).toBe(204)
    const [text, ...more] = (await program.objects(there)).values()
    expect([text, more]).toEqual([expect.stringContaining('SUMMARY:First'), []])
  })

  it('do not replace an object with another UID', async () => {
    const { program, here, there, move } = await scene()
    await program.put(`${here}a.ics`, event('a'))
    await program.put(`${here}b.ics`, event('b'))
    await program.put(`${there}c.ics`, event('c'))
    for (const to of [`${here}b.ics`, `${there}c.ics`]) {
      const refused = await move(`${here}a.ics`, to)
      expect([refused.status, refused.text]).toEqual([
        409,
        expect.stringContaining(`<c:no-uid-conflict><d:href>${to}</d:href>`),
      ])
    }
    expect([...(await program.objects(here)).keys()]).toEqual(['a.ics', 'b.ics'])
    expect([...(await program.objects(there)).keys()]).toEqual(['c.ics'])
  })

  it('have a UID that the other calendar does not have', async () => {
    const { program, here, there, move } = await scene()
    await program.put(`${here}a.ics`, event('same'))
    await program.put(`${there}b.ics`, event('same'))
    const refused = await move(`${here}a.ics`, `${there}c.ics`)
    expect([refused.status, refused.text]).toEqual([
      409,
      expect.stringContaining(`<c:no-uid-conflict><d:href>`),
    ])
    expect(refused.text).toContain(`${there}b.ics</d:href>`)
    // A deleted object is no conflict.
    await program.call('DELETE', `${there}b.ics`)
    expect((await move(`${here}a.ics`, `${there}c.ics`)).status).toBe(201)
  })

  it('stay where the destination is none', async () => {
    const { program, here, there, move } = await scene()
    await program.put(`${here}a.ics`, event('a'))
    const stranger = encodeURIComponent((await site.user()).email)
    for (const [to, status] of [
      ['', 400],
      ['nowhere', 400],
      ['ftp://example.com/a.ics', 400],
      ['https://example.com/caldav/a.ics', 403],
      ['//example.com/caldav/a.ics', 400],
      [`${here}a.ics`, 403],
      [here, 409],
      [program.home, 409],
      ['/elsewhere/a.ics', 409],
      [`${program.home}missing/a.ics`, 409],
      [`/caldav/calendars/${stranger}/${stranger}/a.ics`, 409],
      [`/caldav/v2/${stranger}/events/a.ics`, 409],
    ] as const) {
      expect([to, (await move(`${here}a.ics`, to)).status]).toEqual([to, status])
    }
    expect((await program.call('MOVE', `${here}a.ics`)).status).toBe(400)
    expect((await move(`${here}missing.ics`, `${there}a.ics`)).status).toBe(404)
    const calendar = await move(there, `${program.home}new/`)
    expect([calendar.status, calendar.text]).toEqual([
      403,
      expect.stringContaining('calendar-collection-location-ok'),
    ])
    expect((await move(program.home, `${program.home}new/`)).status).toBe(403)
    expect((await program.call('GET', `${here}a.ics`)).text).toBe(event('a'))
  })

  it('are moved only by those who may change both calendars', async () => {
    const { program, here } = await scene()
    const owner = new CalendarProgram(await site.user())
    const scope = { type: 'user', value: program.user.email }
    await owner.user.post('/calendars/primary/acl', { role: 'reader', scope })
    const theirs = `/caldav/v2/${encodeURIComponent(owner.user.email)}/events/`
    await owner.put(`${theirs}b.ics`, event('b'))
    await program.put(`${here}a.ics`, event('a'))
    for (const [from, to] of [
      [`${here}a.ics`, `${theirs}a.ics`],
      [`${theirs}b.ics`, `${here}b.ics`],
      [`${theirs}b.ics`, `${theirs}c.ics`],
    ] as const) {
      const refused = await program.call('MOVE', from, { headers: { Destination: to } })
      expect([refused.status, refused.text]).toEqual([
        403,
        expect.stringContaining('need-privileges'),
      ])
    }
    // An invitation stays on the calendar of the attendee.
    const people = [`ORGANIZER:mailto:${program.user.email}`, `ATTENDEE:mailto:${owner.user.email}`]
    await program.put(`${here}c.ics`, event('c', ...people))
    const { calendar } = await owner.user.newCalendar({ summary: 'Other' })
    const [name] = [...(await owner.objects(owner.calendar()))].find(([, text]) =>
      text.includes('UID:c'),
    )!
    const destination = `${owner.calendar(calendar.id)}c.ics`
    const refused = await owner.call('MOVE', owner.calendar() + name, {
      headers: { Destination: destination },
    })
    expect(refused.status).toBe(403)
  })
})

import { gunzipSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { as } from '../support/calling.ts'
import { send } from '../support/http.ts'
import { expectRefusal, notFound } from '../support/refusal.ts'
import { onEveryEngine } from '../support/sites.ts'
import type { WireUser } from '../support/wire-user.ts'

const hour = {
  start: { dateTime: '2026-05-04T09:00:00', timeZone: 'Europe/Berlin' },
  end: { dateTime: '2026-05-04T10:00:00', timeZone: 'Europe/Berlin' },
}

const forbidden = { status: 403, reason: 'forbidden' }

const own = (user: WireUser) => as(user.base, user.token)
const feedsOf = (id: string) => `/almanac/v1/calendars/${encodeURIComponent(id)}/feeds`

onEveryEngine('feeds', (site) => {
  /** A calendar with a usual and a private event. */
  async function calendarOf(user: WireUser, publicRole?: string): Promise<string> {
    const { calendar, path } = await user.newCalendar({ summary: 'Team' })
    await user.post(`${path}/events`, { summary: 'Standup', ...hour })
    await user.post(`${path}/events`, { summary: 'Salary', visibility: 'private', ...hour })
    if (publicRole !== undefined) {
      await user.post(`${path}/acl`, { role: publicRole, scope: { type: 'default' } })
    }
    return calendar.id!
  }
  const publicFeed = (id: string) =>
    `${site.base}/calendar/ical/${encodeURIComponent(id)}/public/basic.ics`
  const reset = async (user: WireUser, id: string, details: string) =>
    (await own(user).post(`${feedsOf(id)}/${details}/reset`)).json.address as string

  it('show public calendars to everybody, private events as busy', async () => {
    const id = await calendarOf(await site.user(), 'reader')
    const { status, headers, text } = await send(publicFeed(id))
    expect(status).toBe(200)
    expect(headers['content-type']).toBe('text/calendar; charset=utf-8')
    expect(text).toMatch(/^BEGIN:VCALENDAR\r\n.*END:VCALENDAR\r\n$/s)
    expect(text).toContain('X-WR-CALNAME:Team')
    expect(text.indexOf('BEGIN:VTIMEZONE')).toBeLessThan(text.indexOf('BEGIN:VEVENT'))
    expect(text.match(/SUMMARY:.*/g)!.sort()).toEqual(['SUMMARY:Busy', 'SUMMARY:Standup'])
  })

  it('show only busy times if the public has no more', async () => {
    const id = await calendarOf(await site.user(), 'freeBusyReader')
    const { text } = await send(publicFeed(id))
    expect(text.match(/SUMMARY:.*/g)).toEqual(['SUMMARY:Busy', 'SUMMARY:Busy'])
  })

  it('are not there for calendars that are not public, nor for those that do not exist', async () => {
    const id = await calendarOf(await site.user())
    expectRefusal(await send(publicFeed(id)), notFound)
    expectRefusal(await send(publicFeed('nobody@almanac.test')), notFound)
    expectRefusal(await send(publicFeed(id).replace('public', 'private-guess')), notFound)
    expect((await send(publicFeed('%'))).status).toBe(404)
  })

  it.each([
    ...['', '/', '/a%40b.test', '/%zz/public/basic.ics', '/%ff/public/basic.ics'],
    ...['/%00/public/basic.ics', '/a%2/public/basic.ics', '/a@b.test/public', '/a/b/c/d/e/f'],
    ...['/a@b.test/other/basic.ics', '/a@b.test/private-/basic.ics', '/a@b.test/public/other.ics'],
  ])('are not at addresses that are none (%s)', async (path) => {
    for (const method of ['GET', 'HEAD']) {
      const reply = await send(`${site.base}/calendar/ical${path}`, { method })
      expect([reply.status, reply.headers['content-type']]).toEqual([
        404,
        expect.stringContaining('json'),
      ])
    }
  })

  it('are open to the token of a reader', async () => {
    const [user, reader] = [await site.user(), await site.user()]
    const id = await calendarOf(user)
    const scope = { type: 'user', value: reader.email }
    await user.post(`/calendars/${id}/acl`, { role: 'reader', scope })
    const asReader = { headers: { Authorization: `Bearer ${reader.token}` } }
    expect((await send(publicFeed(id), asReader)).text).toContain('SUMMARY:Standup')
    const refused = await send(publicFeed(id), { headers: { Authorization: 'Bearer wrong' } })
    expect(refused.status).toBe(401)
  })

  it('have secret addresses, which show everything or only busy times', async () => {
    const user = await site.user()
    const id = await calendarOf(user)
    const full = await send(await reset(user, id, 'full'))
    expect(full.text.match(/SUMMARY:.*/g)!.sort()).toEqual(['SUMMARY:Salary', 'SUMMARY:Standup'])
    const busy = await send(await reset(user, id, 'freeBusy'))
    expect(busy.text.match(/SUMMARY:.*/g)).toEqual(['SUMMARY:Busy', 'SUMMARY:Busy'])
    const { json } = await own(user).get(feedsOf(id))
    expect(json.items!.map(({ details, isPublic }) => [details, isPublic])).toEqual([
      ['full', false],
      ['freeBusy', false],
    ])
  })

  it('lose their secret address when it is reset or deleted', async () => {
    const user = await site.user()
    const id = await calendarOf(user)
    const first = await reset(user, id, 'full')
    const second = await reset(user, id, 'full')
    expectRefusal(await send(first), notFound)
    expect((await send(second)).status).toBe(200)
    expect((await own(user).delete(`${feedsOf(id)}/full`)).status).toBe(204)
    expectRefusal(await send(second), notFound)
    expectRefusal(await own(user).delete(`${feedsOf(id)}/full`), notFound)
  })

  it('reveal their secret addresses to owners only', async () => {
    const [user, writer] = [await site.user(), await site.user()]
    const id = await calendarOf(user)
    const scope = { type: 'user', value: writer.email }
    await user.post(`/calendars/${id}/acl`, { role: 'writer', scope })
    expectRefusal(await own(writer).get(feedsOf(id)), forbidden)
    expectRefusal(await own(writer).post(`${feedsOf(id)}/full/reset`), forbidden)
    expectRefusal(await own(writer).delete(`${feedsOf(id)}/full`), forbidden)
  })

  it('are sent again only after a change, compressed if the program accepts it', async () => {
    const user = await site.user()
    const id = await calendarOf(user, 'reader')
    const gzip = { 'Accept-Encoding': 'gzip' }
    const first = await send(publicFeed(id), { headers: gzip })
    expect(first.headers['content-encoding']).toBe('gzip')
    expect(gunzipSync(first.bytes).toString()).toContain('SUMMARY:Standup')
    const known = { 'If-None-Match': first.headers.etag! }
    const same = await send(publicFeed(id), { headers: { ...gzip, ...known } })
    expect([same.status, same.bytes.length]).toEqual([304, 0])
    await user.post(`/calendars/${id}/events`, { summary: 'Retro', ...hour })
    const changed = await send(publicFeed(id), { headers: known })
    expect(changed.text).toContain('SUMMARY:Retro')
    expect((await send(publicFeed(id), { method: 'HEAD' })).bytes.length).toBe(0)
  })
})

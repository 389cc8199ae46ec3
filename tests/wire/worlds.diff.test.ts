import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { ids, newAdsUser, tellPlatform } from '../support/ads-platform.ts'
import { bookFixture } from '../support/book-fixtures.ts'
import { as } from '../support/calling.ts'
import { ofKeyword } from '../support/conversion-rows.ts'
import { type WireEngine, wireEngines } from '../support/server.ts'
import { onServers } from '../support/sites.ts'
import { createWorld, type World } from '../support/world.ts'

const events = '/calendar/v3/calendars/primary/events'
const shelves = '/books/v1/mylibrary/bookshelves'
const hour = {
  start: { dateTime: '2030-05-04T10:00:00Z' },
  end: { dateTime: '2030-05-04T11:00:00Z' },
}

interface Diffed {
  readonly key: string
  readonly owner?: string
  readonly resource: Readonly<Record<string, unknown>>
  readonly changes?: readonly { field: string; before?: unknown; after?: unknown }[]
}

type Types = Readonly<Record<string, Readonly<Record<'created' | 'updated' | 'deleted', Diffed[]>>>>

/** What has changed in a world, asked for at the server that it is on. */
async function diffOf({ id, base }: World, query = '') {
  const root = base.replace(`/worlds/${id}`, '')
  const { status, json } = await as(root).get(`/_almanac/worlds/${id}/diff${query}`)
  expect(status).toBe(200)
  return json as unknown as { since?: string; count: number; types: Types }
}

/** The types, marks and keys of everything that has changed. */
const marksOf = ({ types }: { types: Types }) =>
  Object.entries(types).flatMap(([type, { created, updated, deleted }]) => [
    ...created.map(({ key }) => `+ ${type} ${key}`),
    ...updated.map(({ key }) => `~ ${type} ${key}`),
    ...deleted.map(({ key }) => `- ${type} ${key}`),
  ])

onServers('the diff of a world', (site) => {
  it('names created, updated and deleted resources as wire resources', async () => {
    const first = await createWorld(site.base)
    for (const id of ['patched', 'removed', 'touched']) {
      await first.calls.post(events, { id, summary: id, ...hour })
    }
    await first.calls.post('/_almanac/snapshots', { name: 'first' })
    const world = await createWorld(first.base, { snapshot: 'first' })
    const { calls, email } = world
    const { json: added } = await calls.post(events, { id: 'added', summary: 'Lunch', ...hour })
    await calls.patch(`${events}/patched`, { summary: 'Dinner' })
    await calls.patch(`${events}/touched`, { summary: 'Changed' })
    await calls.patch(`${events}/touched`, { summary: 'touched' })
    await calls.delete(`${events}/removed`)
    const { count, types } = await diffOf(world)
    expect(count).toBe(3)
    expect(types['calendar.event']).toMatchObject({
      created: [{ key: `${email}/added`, owner: email, resource: added }],
      updated: [
        {
          key: `${email}/patched`,
          resource: { kind: 'calendar#event', summary: 'Dinner' },
          changes: [{ field: 'summary', before: 'patched', after: 'Dinner' }],
        },
      ],
      deleted: [{ key: `${email}/removed`, resource: { summary: 'removed' } }],
    })
  })

  it('reports conversions', async () => {
    await tellPlatform(site)
    const uploader = await newAdsUser(site)
    await as(site.base).post('/_almanac/snapshots', { name: 'platform' })
    const world = await createWorld(site.base, { snapshot: 'platform' })
    const { email } = uploader
    const { token } = (await as(world.base).post('/_almanac/tokens', { email })).json
    const conversion = ofKeyword()
    const call = as(world.base, String(token))
    await call.post('/doubleclicksearch/v2/conversion', { conversion: [conversion] })
    const { conversionId, conversionTimestamp } = conversion
    expect(marksOf(await diffOf(world))).toEqual([
      `+ ads.conversion ${ids.advertiser}/${conversionId}/${conversionTimestamp}`,
    ])
    await as(site.base).delete('/_almanac/snapshots/platform')
  })

  // What follows does not depend on the engine.
  if (!site.isEmbedded) return

  it('is empty when nothing has changed since it was created', async () => {
    const world = await createWorld(site.base, {
      now: '2030-01-01T00:00:00Z',
      timeZone: 'Asia/Tokyo',
    })
    await world.calls.get(events)
    expect(await diffOf(world)).toEqual({ count: 0, types: {} })
  })

  it('is made since a snapshot that was saved in the world', async () => {
    const world = await createWorld(site.base)
    const { calls, email } = world
    await calls.post(events, { id: 'before', ...hour })
    await calls.post('/_almanac/snapshots', { name: 'between' })
    expect(await diffOf(world, '?since=between')).toMatchObject({ since: 'between', count: 0 })
    await calls.post(events, { id: 'later', ...hour })
    expect(marksOf(await diffOf(world, '?since=between'))).toEqual([
      `+ calendar.event ${email}/later`,
    ])
    await calls.post('/_almanac/snapshots/between/restore')
    expect(marksOf(await diffOf(world))).toEqual([`+ calendar.event ${email}/before`])
  })

  it('reports users, calendars, access rules, settings, channels and the clock', async () => {
    const world = await createWorld(site.base)
    const { calls, email } = world
    await calls.post('/admin/v1/users', { email: 'ann@example.com' })
    const { json: calendar } = await calls.insert({ summary: 'Trips' })
    const scope = { type: 'user', value: 'ann@example.com' }
    await calls.post(`/calendar/v3/calendars/${calendar.id}/acl`, { role: 'reader', scope })
    await calls.set('weekStart', '1')
    const channel = { id: 'one', type: 'web_hook', address: 'http://127.0.0.1:9/', token: 'hush' }
    await calls.post(`${events}/watch`, channel)
    await calls.post('/_almanac/clock', { advance: 'PT1H' })
    const diff = await diffOf(world)
    expect(marksOf(diff)).toEqual(
      expect.arrayContaining([
        '+ admin.user ann@example.com',
        `+ calendar.calendar ${calendar.id}`,
        `+ calendar.aclRule ${calendar.id}/user:ann@example.com`,
        `~ calendar.setting ${email}/weekStart`,
        '~ workbench.clock clock',
      ]),
    )
    expect(diff.types['calendar.channel']!.created).toMatchObject([{ resource: { id: 'one' } }])
    expect(JSON.stringify(diff)).not.toContain('hush')
  })

  it('reports shelves and the volumes on them', async () => {
    const world = await createWorld(site.base)
    const { calls, email } = world
    const library = readFileSync(bookFixture('goodreads.csv'), 'utf8')
    const text = library.split('\n').slice(0, 2).join('\n')
    await calls.post('/almanac/v1/users/me/library/import', { text })
    await calls.post('/_almanac/snapshots', { name: 'imported' })
    const [volume] = (await diffOf(world)).types['books.volume']!.created
    await calls.post(`${shelves}/3/addVolume?volumeId=${volume!.key}`)
    const { types } = await diffOf(world, '?since=imported')
    expect(marksOf({ types })).toEqual([
      `~ books.bookshelf ${email}/3`,
      `+ books.shelfVolume ${email}/3/${volume!.key}`,
    ])
    expect(types['books.bookshelf']!.updated[0]!.changes).toContainEqual({
      field: 'volumeCount',
      before: 0,
      after: 1,
    })
  })

  it('is a text for people when that is requested', async () => {
    const { id, email, calls } = await createWorld(site.base)
    const path = `/_almanac/worlds/${id}/diff?format=text`
    const text = async () => {
      const reply = await as(site.base).get(path)
      expect([reply.status, reply.headers['content-type']]).toEqual([
        200,
        'text/plain; charset=utf-8',
      ])
      return reply.text
    }
    expect(await text()).toBe('No changes.\n')
    await calls.post(events, { id: 'lunch', summary: 'Lunch', ...hour })
    await calls.patch('/calendar/v3/calendars/primary', { summary: 'Ann' })
    expect((await text()).split('\n')).toEqual(
      expect.arrayContaining([
        `~ calendar.calendar  ${email}  "Ann"`,
        `    summary: "${email}" -> "Ann"`,
        `+ calendar.event  ${email}/lunch  "Lunch"`,
      ]),
    )
  })

  it('is refused for a world, a snapshot or a format that does not exist', async () => {
    const { id } = await createWorld(site.base)
    for (const [path, status, message] of [
      ['none/diff', 404, 'There is no world "none"'],
      [`${id}/diff?since=none`, 404, 'There is no snapshot "none"'],
      [`${id}/diff?format=xml`, 400, 'format'],
    ] as const) {
      const { json, ...reply } = await as(site.base).get(`/_almanac/worlds/${path}`)
      expect([path, reply.status, json.error.message]).toEqual([
        path,
        status,
        expect.stringContaining(message),
      ])
    }
  })

  it('keeps the first state apart from the snapshots of the world', async () => {
    const world = await createWorld(site.base)
    expect((await world.calls.get('/_almanac/snapshots')).json.snapshots).toEqual([])
    const copied = await as(world.base).post('/_almanac/worlds', { snapshot: '' })
    expect(copied.status).toBe(404)
  })
})

describe.each(wireEngines.map((engine): [string, WireEngine] => [engine.name, engine]))(
  'the diff of a named world on %s',
  (_, engine) => {
    const test = it.skipIf(engine.unavailable !== undefined)

    test('survives a crash', async () => {
      await using place = await engine.place()
      const server = await place.startProcess()
      const world = await createWorld(server.base, { id: 'kept' })
      await world.calls.post(events, { id: 'first', ...hour })
      await server.kill()
      const { base } = await place.start()
      await as(`${base}/worlds/kept`, world.token).post(events, { id: 'second', ...hour })
      const diff = await diffOf({ ...world, base: `${base}/worlds/kept` })
      expect(marksOf(diff)).toEqual([
        `+ calendar.event ${world.email}/first`,
        `+ calendar.event ${world.email}/second`,
      ])
    })
  },
)

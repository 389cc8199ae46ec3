import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { as, until } from '../support/calling.ts'
import { freshFolder } from '../support/fresh.ts'
import { examplesOf } from '../support/guide.ts'
import {
  embeddedEngine,
  runAlmanac,
  type ServerPlace,
  type WireEngine,
  wireEngines,
} from '../support/server.ts'
import { onEmbedded, onEveryEngine } from '../support/sites.ts'
import { read } from '../support/sources.ts'
import { createWorld } from '../support/world.ts'

const everything = read('tests/fixtures/seeds/everything.yaml')
const calendars = '/calendar/v3/calendars'

const exported = async (base: string, format = 'yaml') =>
  (await as(base).get(`/_almanac/seed?format=${format}`)).text

const fullSeries = {
  id: 'fullseries',
  summary: 'Full',
  location: 'Room',
  start: { dateTime: '2030-01-07T09:00:00Z', timeZone: 'Etc/GMT' },
  end: { dateTime: '2030-01-07T10:00:00Z', timeZone: 'Etc/GMT' },
  recurrence: ['RRULE:FREQ=DAILY;COUNT=5'],
  reminders: { useDefault: false, overrides: [{ method: 'popup', minutes: 5 }] },
  extendedProperties: { private: { a: '1' }, shared: { b: '2' } },
  source: { url: 'https://example.com/', title: 'Source' },
  conferenceData: {
    createRequest: { requestId: 'r', conferenceSolutionKey: { type: 'hangoutsMeet' } },
  },
  guestsCanModify: true,
  guestsCanInviteOthers: false,
}

onEveryEngine('a world from a seed', (site) => {
  it('has the state of the seed, and sent no mail', async () => {
    const { calls, base, email } = await createWorld(site.base, { seed: everything })
    expect(email).toBe('ana@example.com')
    const { token } = (await calls.post('/_almanac/tokens', { email: 'ben@example.com' })).json
    const ben = as(base, String(token))
    const team = `${calendars}/team@group.calendar.google.com`
    const copy = await ben.get(`${calendars}/primary/events/series1`)
    expect(copy.json).toMatchObject({ colorId: '9', summary: 'My name for it' })
    const moved = await calls.get(`${team}/events/series1_20310113T140000Z`)
    expect(moved.json).toMatchObject({ summary: 'Weekly elsewhere' })
    expect(moved.json).not.toHaveProperty('location')
    const entry = await calls.get('/calendar/v3/users/me/calendarList/ben@example.com')
    expect(entry.json).toMatchObject({ colorId: '7', hidden: true, accessRole: 'freeBusyReader' })
    const shelf = await calls.get('/books/v1/mylibrary/bookshelves/1003/volumes')
    expect(shelf.json.items).toMatchObject([{ id: 'abcdefghijkl' }])
    const review = await calls.get('/almanac/v1/users/me/library/reviews/abcdefghijkl')
    expect(review.json).toMatchObject({ rating: 4, content: 'Fine.', readOn: '2030-03-01' })
    const list = '/doubleclicksearch/v2/agency/1/advertiser/10/engine/100/conversion'
    const range = 'startDate=20301101&endDate=20301231&rowCount=10&startRow=0'
    const { json } = await ben.get(`${list}?${range}`)
    expect(json.conversion).toHaveLength(2)
    expect((await calls.get('/_almanac/clock')).json).toEqual({
      now: '2030-12-01T08:00:00.000Z',
      frozen: true,
    })
    expect((await calls.get('/_almanac/outbox')).json).toMatchObject({ mails: [], unwritten: 0 })
  })

  it('is exported as a seed that makes the same world again', async () => {
    const first = await createWorld(site.base, { seed: everything })
    const seed = await exported(first.base)
    expect(seed).not.toMatch(/correct horse|secret-of|shared-with-hook/)
    const second = await createWorld(site.base, { seed })
    expect(await exported(second.base)).toBe(seed)
  })

  // What follows does not depend on the engine.
  if (!site.isEmbedded) return

  it('is exported as JSON as well', async () => {
    const first = await createWorld(site.base, { seed: everything })
    const seed = JSON.parse(await exported(first.base, 'json'))
    const second = await createWorld(site.base, { seed })
    expect(await exported(second.base)).toBe(await exported(first.base))
  })

  it.each([
    ['reminders', { reminders: { useDefault: true, overrides: null } }],
    ['no extended property', { extendedProperties: { private: { a: null }, shared: { b: null } } }],
    ['other extended properties', { extendedProperties: { private: { a: null, c: '3' } } }],
    ['no source', { source: null }],
    ['no conference', { conferenceData: null }],
    ['fewer permissions', { guestsCanModify: false, guestsCanInviteOthers: true }],
  ])('is exported with an instance that has %s, unlike its series', async (_, change) => {
    const { calls, base } = await createWorld(site.base, { seed: { version: 1 } })
    const events = `${calendars}/primary/events`
    const version = 'conferenceDataVersion=1'
    await calls.post(`${events}?${version}`, fullSeries)
    const instance = `${events}/fullseries_20300109T090000Z`
    expect((await calls.patch(`${instance}?${version}`, change)).status).toBe(200)
    const seed = await exported(base)
    const again = await createWorld(site.base, { seed })
    expect(await exported(again.base)).toBe(seed)
    const read = async (one: typeof calls) => {
      const {
        etag: _,
        updated: __,
        created: ___,
        htmlLink: ____,
        sequence: _____,
        ...event
      } = (await one.get(instance)).json
      return event
    }
    expect(await read(again.calls)).toEqual(await read(calls))
  })

  it('is exported with events that were imported', async () => {
    const { calls, base } = await createWorld(site.base, { seed: { version: 1 } })
    const events = `${calendars}/primary/events`
    const [start, end] = [
      { dateTime: '2030-01-08T09:00:00Z' },
      { dateTime: '2030-01-08T10:00:00Z' },
    ]
    for (const more of [{}, { recurringEventId: 'nothing', originalStartTime: start }]) {
      const event = { iCalUID: `${Object.keys(more).length}@x.example`, start, end, ...more }
      expect((await calls.post(`${events}/import`, event)).status).toBe(200)
    }
    const seed = await exported(base)
    const again = await createWorld(site.base, { seed })
    expect(await exported(again.base)).toBe(seed)
    const ids = async (one: typeof calls) => (await one.get(events)).json.items?.map(({ id }) => id)
    expect(await ids(again.calls)).toEqual(await ids(calls))
  })

  it('is exported without calendars that follow a feed', async () => {
    const { calls, base } = await createWorld(site.base, { seed: { version: 1 } })
    const seed = await exported(base)
    const address = 'https://feeds.example/holidays.ics'
    const subscribed = await calls.post('/almanac/v1/users/me/subscriptions', { address })
    const calendarId = String(subscribed.json.calendarId)
    expect(await exported(base)).toBe(seed)
    const [, id] = /\/worlds\/([^/]+)/.exec(base)!
    const diff = await as(site.base).get(`/_almanac/worlds/${id}/diff?format=text`)
    expect([diff.status, diff.text]).toEqual([200, expect.stringContaining(calendarId)])
  })

  it('is exported with what attendees changed on instances, and nothing else of these', async () => {
    const seed = { version: 1, users: [{ email: 'ana@example.com' }, { email: 'ben@example.com' }] }
    const { calls, base } = await createWorld(site.base, { seed })
    const { token } = (await calls.post('/_almanac/tokens', { email: 'ben@example.com' })).json
    const events = `${calendars}/primary/events`
    await calls.post(events, { ...fullSeries, attendees: [{ email: 'ben@example.com' }] })
    const ben = as(base, String(token))
    const overrides = [{ method: 'popup', minutes: 7 }]
    await ben.patch(`${events}/fullseries`, { reminders: { useDefault: false, overrides } })
    await ben.patch(`${events}/fullseries_20300108T090000Z`, { location: '' })
    await ben.patch(`${events}/fullseries_20300109T090000Z`, {
      reminders: { useDefault: true, overrides: null },
    })
    await ben.delete(`${events}/fullseries_20300110T090000Z`)
    const first = await exported(base)
    const again = await createWorld(site.base, { seed: first })
    expect(await exported(again.base)).toBe(first)
    const other = (await again.calls.post('/_almanac/tokens', { email: 'ben@example.com' })).json
    const list = `${events}?fields=items(id,location,reminders)`
    const there = await as(again.base, String(other.token)).get(list)
    const here = (await ben.get(list)).json.items!.filter(({ id }) => !id!.endsWith('0110T090000Z'))
    expect(there.json.items).toEqual(expect.arrayContaining(here))
  })

  it('is exported with what has changed since', async () => {
    const { calls, base } = await createWorld(site.base, { seed: everything })
    const guest = { attendees: [{ email: 'ana@example.com', responseStatus: 'accepted' }] }
    await calls.patch(`${calendars}/primary/events/benmeets`, guest)
    await calls.delete(`${calendars}/primary/events/conflict1`)
    await calls.post(`${calendars}/primary/events/quickAdd?text=Dinner+tomorrow+7pm`)
    await calls.post(calendars, { summary: 'Later' })
    const seed = await exported(base)
    expect(seed).not.toContain('conflict1')
    const again = await createWorld(site.base, { seed })
    expect(await exported(again.base)).toBe(seed)
  })
})

onEmbedded('a seed', (site) => {
  it.each([
    ['a misspelled property', { users: [{ mail: 'a@b.example' }] }, 'users[0].mail'],
    ['text that is no YAML', 'users: [', 'neither JSON nor YAML'],
    [
      'an owner who is nobody',
      { calendars: [{ summary: 'A', owner: 'x@y.example' }] },
      'calendars[0].owner',
    ],
    ['a calendar without a title', { calendars: [{ id: 'team' }] }, 'calendars[0]'],
    [
      'a calendar twice',
      {
        calendars: [
          { id: 'a', summary: 'A' },
          { id: 'a', summary: 'A' },
        ],
      },
      'calendars[1]',
    ],
    [
      'an event that ends before it starts',
      {
        calendars: [
          { id: 'demo@almanac.test', events: [{ start: '2030-01-02', end: '2030-01-01' }] },
        ],
      },
      'calendars[0].events[0]: The specified time range is empty.',
    ],
    [
      'a start without a time',
      { calendars: [{ id: 'demo@almanac.test', events: [{ start: {} }] }] },
      'calendars[0].events[0].start',
    ],
    ['a user twice', { users: [{ email: 'a@b.example' }, { email: 'A@b.example' }] }, 'users[1]'],
    [
      'a shelf that is none',
      { users: [{ email: 'a@b.example', bookshelves: [{ id: 500 }] }] },
      'users[0].bookshelves[0].id',
    ],
    [
      'a sentence without a meaning',
      { calendars: [{ id: 'demo@almanac.test', events: [{ quickAdd: '' }] }] },
      'calendars[0].events[0].quickAdd',
    ],
    [
      'an instance of no series',
      {
        calendars: [
          {
            id: 'demo@almanac.test',
            events: [{ recurringEventId: 'none1', originalStartTime: '2030-01-01T10:00' }],
          },
        ],
      },
      'calendars[0].events[0]',
    ],
    [
      'a zone that is none',
      {
        calendars: [
          {
            id: 'demo@almanac.test',
            events: [
              {
                recurringEventId: 'none1',
                originalStartTime: { dateTime: '2030-01-01T10:00:00', timeZone: 'Mars/Olympus' },
              },
            ],
          },
        ],
      },
      'calendars[0].events[0].originalStartTime',
    ],
    [
      'a role that is none',
      {
        calendars: [
          { id: 'demo@almanac.test', acl: [{ role: 'king', scope: { type: 'default' } }] },
        ],
      },
      'calendars[0].acl[0]',
    ],
    [
      'a setting that is none',
      { users: [{ email: 'a@b.example', settings: { mood: 'good' } }] },
      'users[0].settings.mood',
    ],
    ['a weak password', { users: [{ email: 'a@b.example', password: 'short' }] }, 'users[0]'],
    [
      'a shelf id that is taken',
      {
        users: [
          {
            email: 'a@b.example',
            bookshelves: [
              { id: 1002, title: 'A' },
              { id: 1001, title: 'B' },
            ],
          },
        ],
      },
      'users[0].bookshelves[1]',
    ],
    [
      'a volume that is none',
      { users: [{ email: 'a@b.example', bookshelves: [{ id: 0, volumes: ['aaaaaaaaaaaa'] }] }] },
      'users[0].bookshelves[0].volumes[0]',
    ],
    [
      'a review of no volume',
      { users: [{ email: 'a@b.example', reviews: [{ volumeId: 'aaaaaaaaaaaa', rating: 1 }] }] },
      'users[0].reviews[0]',
    ],
    ['a volume without a title', { volumes: [{ volumeInfo: {} }] }, 'volumes[0]'],
    [
      'a client twice',
      {
        clients: [
          { id: 'a', name: 'A' },
          { id: 'a', name: 'A' },
        ],
      },
      'clients[1]',
    ],
    [
      'a channel to nowhere',
      { users: [{ email: 'a@b.example', channels: [{ id: 'c', address: 'nowhere' }] }] },
      'users[0].channels[0]',
    ],
    [
      'a campaign of nobody',
      { ads: { campaigns: [{ advertiserId: '1', accountId: '2', campaignId: '3', name: 'C' }] } },
      'ads.campaigns[0]',
    ],
    [
      'a grant on nothing',
      { ads: { grants: [{ user: 'demo@almanac.test', agencyId: '1' }] } },
      'ads.grants[0]: There is no agency 1.',
    ],
    [
      'a conversion of nothing',
      { ads: { conversions: [{ conversionId: 'c' }] } },
      'ads.conversions[0]',
    ],
  ])('with %s creates no world, and the refusal names the path', async (_, given, path) => {
    const seed = typeof given === 'string' ? given : { version: 1, ...given }
    const { status, json } = await as(site.base).post('/_almanac/worlds', { id: 'refused', seed })
    expect([status, json.error?.message]).toEqual([400, expect.stringContaining(path)])
    expect((await as(site.base).get('/_almanac/worlds/refused')).status).toBe(404)
  })

  it('sets a clock that runs, and its export contains the offset', async () => {
    const seed = { version: 1, clock: { advance: 'P30D' } }
    const { base } = await createWorld(site.base, { seed })
    expect(await exported(base)).toContain('advance: PT2592000S')
  })

  it.each(['2020-01-01T00:00:00Z', '2040-01-01T00:00:00Z'])(
    'is imported with its conversions at any time, such as %s',
    async (now) => {
      const { calls, base } = await createWorld(site.base, { seed: everything })
      await calls.post('/_almanac/clock', { now, frozen: true })
      const seed = await exported(base)
      expect(seed).toContain('conversionId: c2')
      const again = await exported((await createWorld(site.base, { seed })).base)
      // Channels end at most 30 days after they are opened.
      const withoutExpirations = (text: string) => text.replaceAll(/expiration: .*/g, '')
      expect(withoutExpirations(again)).toBe(withoutExpirations(seed))
    },
  )

  it('opens no channel that has expired since it was exported', async () => {
    const channel = {
      id: 'hook',
      address: 'http://127.0.0.1:9/hook',
      expiration: 1_900_000_000_000,
    }
    const users = [{ email: 'ana@example.com', channels: [channel] }]
    for (const [now, count] of [
      ['2030-03-17T00:00:00Z', 1],
      ['2030-03-18T00:00:00Z', 0],
    ] as const) {
      const clock = { now, frozen: true }
      const { base } = await createWorld(site.base, { seed: { version: 1, clock, users } })
      expect((await exported(base)).match(/id: hook/g) ?? []).toHaveLength(count)
    }
  })

  it('gives way to the time that the request for the world names', async () => {
    const seed = { version: 1, clock: { now: '2030-01-01T00:00:00Z', frozen: true } }
    const { calls } = await createWorld(site.base, { seed, now: '2035-01-01T00:00:00Z' })
    expect(String((await calls.get('/_almanac/clock')).json.now)).toContain('2035-01-01')
  })

  it('is accepted as the guide prints it', async () => {
    const [seed] = examplesOf('docs/guides/testing-against-almanac.md').filter(
      ({ language }) => language === 'yaml',
    )
    const { calls } = await createWorld(site.base, { seed: seed!.text })
    const { json } = await calls.get(`${calendars}/primary/events?singleEvents=true`)
    const summaries = json.items?.map(({ summary }) => summary)
    expect(summaries?.toSorted()).toEqual(['Lunch', ...Array(4).fill('Stand-up')])
  })

  it('has a published schema', async () => {
    const { json } = await as(site.base).get('/_almanac/seed-schema.json')
    expect(json).toEqual(JSON.parse(read('docs/reference/seed-schema.json')))
  })
})

describe.each(wireEngines.map((engine): [string, WireEngine] => [engine.name, engine]))(
  'a server on %s that is started with a seed',
  (_, engine) => {
    const test = it.skipIf(engine.unavailable !== undefined)

    const seedOf = (summary: string) => `
version: 1
users: [{ email: ana@example.com }]
calendars: [{ id: ana@example.com, events: [{ id: abcde, summary: ${summary}, start: 2030-05-04 }] }]
`

    async function summariesIn(base: string): Promise<unknown[]> {
      const { json } = await as(base).post('/_almanac/tokens', { email: 'ana@example.com' })
      const { json: events } = await as(base, String(json.token)).get(`${calendars}/primary/events`)
      return (events.items ?? []).map(({ summary }) => summary)
    }

    const refusedStart = async (place: ServerPlace, more: Record<string, string>) => {
      const environment = { ...place.environment, ALMANAC_PORT: '0', ALMANAC_DEMO: '0', ...more }
      const { code, stderr } = await runAlmanac(['serve'], environment)
      return { code, message: stderr.split('\n').find((line) => line.startsWith('almanac:')) }
    }

    test('applies it once, again after a reset, and no other one', async () => {
      await using place = await engine.place()
      await using folder = await freshFolder()
      const [seed, other] = [join(folder.path, 'seed.yaml'), join(folder.path, 'other.yaml')]
      await writeFile(seed, seedOf('Tea'))
      await writeFile(other, seedOf('Coffee'))
      const server = await place.start({ ALMANAC_SEED: seed })
      expect(await summariesIn(server.base)).toEqual(['Tea'])
      await as(server.base).post('/_almanac/reset')
      expect(await summariesIn(server.base)).toEqual(['Tea'])
      await server.stop()
      const again = await place.start({ ALMANAC_SEED: seed })
      expect(await summariesIn(again.base)).toEqual(['Tea'])
      const { stdout, code } = await runAlmanac(['seed', 'export'], place.environment)
      expect([code, stdout]).toEqual([0, await exported(again.base)])
      await again.stop()
      const { code: status, message } = await refusedStart(place, { ALMANAC_SEED: other })
      expect([status, message]).toEqual([1, expect.stringContaining('another seed was applied')])
    })

    test('does not start with one that is refused, and nothing of it remains', async () => {
      await using place = await engine.place()
      await using folder = await freshFolder()
      const path = join(folder.path, 'seed.yaml')
      await writeFile(path, `${seedOf('Tea')}groups: [{ email: ana@example.com }]\n`)
      expect(await refusedStart(place, { ALMANAC_SEED: path })).toEqual({
        code: 1,
        message: expect.stringContaining(`The seed ${path} is invalid: groups[0]: `),
      })
      await writeFile(path, seedOf('Coffee'))
      const server = await place.start({ ALMANAC_SEED: path })
      expect(await summariesIn(server.base)).toEqual(['Coffee'])
    })

    // What follows does not depend on the engine.
    if (engine !== embeddedEngine) return

    test('exports demo data as a seed that makes the same data again', async () => {
      await using place = await engine.place()
      const { base, output } = await place.start({
        ALMANAC_DEMO: '1',
        ALMANAC_BODY_BYTES_MAX: '10000000',
      })
      const [, token] = /Bearer (\S+)'/.exec(output().stdout)!
      const ads = `/doubleclicksearch/v2/agency/20700100000000001/advertiser/21700100000000001`
      const columns = async () => (await as(base, token).get(`${ads}/savedcolumns`)).json.items
      await until(columns, (items) => items !== undefined && items.length > 0)
      const seed = await exported(base)
      const world = await createWorld(base, { seed })
      expect(await exported(world.base)).toBe(seed)
    })

    test('does not start in production mode, nor with a file that does not exist', async () => {
      await using place = await engine.place()
      for (const [more, text] of [
        [{ ALMANAC_SEED: 'none.yaml' }, 'The seed none.yaml cannot be read'],
        [{ ALMANAC_SEED: 'none.yaml', ALMANAC_MODE: 'production' }, 'dev mode only'],
      ] as const) {
        const { code, message } = await refusedStart(place, more)
        expect([code, message]).toEqual([1, expect.stringContaining(text)])
      }
    })

    test('publishes neither seeds nor their schema in production mode', async () => {
      await using place = await engine.place()
      const { base } = await place.start({ ALMANAC_MODE: 'production' })
      for (const path of ['/_almanac/seed', '/_almanac/seed-schema.json']) {
        expect((await as(base).get(path)).status).toBe(404)
      }
    })
  },
)

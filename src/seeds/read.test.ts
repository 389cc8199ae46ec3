import { describe, expect, it } from 'vitest'
import { readSeed } from './read.ts'
import { SeedError } from './seed-error.ts'

async function errorOf(document: unknown): Promise<{ path: string; reason: string }> {
  try {
    await readSeed(document)
  } catch (error) {
    if (!(error instanceof SeedError)) throw error
    return { path: error.path, reason: error.reason }
  }
  throw new Error('the seed is accepted')
}

const withEvent = (event: object) => ({ version: 1, calendars: [{ id: 'team', events: [event] }] })

describe('a seed', () => {
  it.each([
    ['a text that is no YAML', 'users: [', '', 'neither JSON nor YAML'],
    ['a key twice', 'version: 1\nusers: []\nusers: []', '', 'repeated at line 3, column 1'],
    ['two documents', 'version: 1\n---\nversion: 1', '', 'multiple documents'],
    ['broken JSON', '{ "version": 1, ', '', 'at line 1'],
    ['a text that is no document', 'hello', '', 'an object is expected, not "hello"'],
    ['nothing', '', '', 'an object is expected, not nothing'],
    ['a list', [], '', 'an object is expected, not a list'],
    ['no version', {}, '', 'version is missing'],
    ['another version', { version: 2 }, 'version', '1'],
    ['an unknown section', { version: 1, user: [] }, 'user', 'There are: version, clock, domains,'],
    [
      'users that are no list',
      { version: 1, users: { email: 'ana@example.com' } },
      'users',
      'a list is expected, not an object',
    ],
    ['a user without an address', { version: 1, users: [{ name: 'Ana' }] }, 'users[0]', 'email'],
    [
      'a user whose flag is a text',
      { version: 1, users: [{ email: 'ana@example.com', isAdmin: 'perhaps' }] },
      'users[0].isAdmin',
      'true or false',
    ],
    [
      'a misspelled property',
      withEvent({ sumary: 'Tea' }),
      'calendars[0].events[0].sumary',
      'no such',
    ],
    [
      'a time that is none',
      withEvent({ start: 'noon' }),
      'calendars[0].events[0].start.dateTime',
      'a time such as',
    ],
    [
      'an attendee that is a number',
      withEvent({ attendees: [7] }),
      'calendars[0].events[0].attendees[0]',
      'an object or a text is expected, not 7',
    ],
    [
      'a row of advertising without its key',
      { version: 1, ads: { campaigns: [{ name: 'Shoes' }] } },
      'ads.campaigns[0]',
      'advertiserId is missing',
    ],
    [
      'a cell that is an object',
      { version: 1, ads: { agencies: [{ agencyId: '1', name: 'Big', budget: {} }] } },
      'ads.agencies[0].budget',
      'text is expected',
    ],
    ['the character NUL', { version: 1, clients: [{ name: 'a\0' }] }, 'clients[0].name', 'NUL'],
  ])('with %s is refused with path and reason', async (_, document, path, reason) => {
    expect(await errorOf(document)).toEqual({ path, reason: expect.stringContaining(reason) })
  })

  it('may write objects as texts', async () => {
    const seed = await readSeed(`
version: 1
domains: [example.com]
groups: [{ email: all@example.com, members: [ana@example.com] }]
calendars:
  - events:
      - { start: 2030-05-04T10:00, end: 2030-05-04T11:00:30Z, attendees: [ben@example.com] }
      - { start: 2030-05-04 }
`)
    expect(seed).toMatchObject({
      domains: [{ name: 'example.com' }],
      groups: [{ members: [{ email: 'ana@example.com' }] }],
      calendars: [
        {
          events: [
            {
              start: { dateTime: '2030-05-04T10:00:00' },
              end: { dateTime: '2030-05-04T11:00:30Z' },
              attendees: [{ email: 'ben@example.com' }],
            },
            { start: { date: '2030-05-04' } },
          ],
        },
      ],
    })
  })

  it('keeps every digit of an id, and treats empty sections as absent', async () => {
    const seed = await readSeed(
      'version: 1\nusers:\nads: { grants: [{ user: a@b.example, agencyId: 9007199254740993 }] }',
    )
    expect(seed.ads?.grants?.[0]?.agencyId).toBe('9007199254740993')
    expect(seed.users).toEqual([{ email: 'demo@almanac.test', isAdmin: true }])
  })

  it('ignores what only the server can set, so that resources can be pasted', async () => {
    const seed = await readSeed(withEvent({ kind: 'calendar#event', etag: '"1"', summary: 'Tea' }))
    expect(seed.calendars?.[0]?.events?.[0]).toEqual({ summary: 'Tea' })
  })

  it('whose aliases expand too far is rejected', async () => {
    const levels = Array.from({ length: 12 }, (_, level) => {
      const below = Array.from({ length: 10 }, () => `*l${level}`).join(', ')
      return `l${level + 1}: &l${level + 1} [${below}]`
    })
    const { path, reason } = await errorOf(`version: 1\nl0: &l0 [x]\n${levels.join('\n')}\n`)
    expect([path, reason]).toEqual(['', expect.stringContaining('alias')])
  })

  it.each([
    ['YAML', `version: 1\nusers: ${'['.repeat(10_000)}`],
    ['JSON', JSON.parse(`{"version":1,"clients":${'['.repeat(2000)}${']'.repeat(2000)}}`)],
    ['values', `version: 1\nclock: ${'{now: '.repeat(50)}${'}'.repeat(50)}`],
  ])('that is nested too deeply in %s is refused', async (_, document) => {
    expect((await errorOf(document)).reason).toMatch(/./)
  })
})

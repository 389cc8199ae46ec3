import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { as, calendars, settings } from '../support/calling.ts'
import { freshFolder } from '../support/fresh.ts'
import { wireEngines, writeTokensFile } from '../support/server.ts'

const scope = (name: string) => `https://www.googleapis.com/auth/${name}`

describe('a file of tokens', () => {
  const [engine] = wireEngines
  const start = async (tokens: unknown) => {
    const folder = await freshFolder()
    const place = await engine!.place()
    const file = await writeTokensFile(folder.path, tokens as never)
    return {
      path: file,
      start: (more = {}) => place.start({ ALMANAC_TOKENS_FILE: file, ...more }),
      async [Symbol.asyncDispose]() {
        await place[Symbol.asyncDispose]()
        await folder[Symbol.asyncDispose]()
      },
    }
  }

  it('grants what each token describes, for users that it creates as needed', async () => {
    await using file = await start({
      'full-access': { email: 'ann@example.com', scopes: [scope('calendar')] },
      'in-one-text': {
        email: 'bob@example.com',
        scopes: `${scope('calendar.readonly')} ${scope('calendar.settings.readonly')}`,
      },
      'same-user': { email: 'Ann@example.com', scopes: [scope('calendar.settings.readonly')] },
      expired: {
        email: 'ann@example.com',
        scopes: [scope('calendar')],
        expires: '2020-01-01T00:00:00Z',
      },
      'expires-later': {
        email: 'ann@example.com',
        scopes: [scope('calendar')],
        expires: '2099-01-01T00:00:00Z',
      },
    })
    const { base } = await file.start()
    expect((await as(base, 'full-access').primary()).json.id).toBe('ann@example.com')
    expect((await as(base, 'in-one-text').primary()).json.id).toBe('bob@example.com')
    expect((await as(base, 'in-one-text').insert({ summary: 'no' })).status).toBe(403)
    expect((await as(base, 'same-user').get(settings)).status).toBe(200)
    const refused = await as(base, 'same-user').primary()
    expect(refused.status).toBe(403)
    expect(refused.json.error.errors[0]!.reason).toBe('insufficientPermissions')
    const expired = await as(base, 'expired').primary()
    expect(expired.status).toBe(401)
    expect(expired.json.error.errors[0]!.reason).toBe('authError')
    expect((await as(base, 'expires-later').primary()).status).toBe(200)
    expect((await as(base, 'never-heard-of').primary()).status).toBe(401)
  })

  it('is read again at each start, and applies from then on', async () => {
    await using folder = await freshFolder()
    await using place = await engine!.place()
    const tokens = (name: string) =>
      writeTokensFile(folder.path, {
        'my-token': { email: `${name}@example.com`, scopes: [scope('calendar')] },
      })
    const first = await place.start({ ALMANAC_TOKENS_FILE: await tokens('first') })
    await as(first.base, 'my-token').patch(`${calendars}/primary`, { location: 'kept' })
    await first.stop()
    const second = await place.start({ ALMANAC_TOKENS_FILE: await tokens('second') })
    expect((await as(second.base, 'my-token').primary()).json.id).toBe('second@example.com')
    await second.stop()
    const third = await place.start({ ALMANAC_TOKENS_FILE: await tokens('first') })
    expect((await as(third.base, 'my-token').primary()).json).toMatchObject({
      id: 'first@example.com',
      location: 'kept',
    })
  })

  it('that is invalid prevents the start and explains why in one line', async () => {
    for (const tokens of [['token'], { t: { email: 'nobody', scopes: [] } }]) {
      await using file = await start(tokens)
      const failure = await file.start().then(
        () => undefined,
        (error: Error) => error.message,
      )
      expect(failure).toMatch(/^the server ended with 1: almanac: .*(tokens|email address)/)
      expect(withoutLog(failure!)).toHaveLength(1)
    }
  })

  it('that is not there keeps the server from starting and is named', async () => {
    await using place = await engine!.place()
    const missing = join(place.environment.ALMANAC_DATA_DIR!, 'missing.json')
    await expect(place.start({ ALMANAC_TOKENS_FILE: missing })).rejects.toThrow(
      /^the server ended with 1: almanac: .*missing\.json/,
    )
  })
})

/** The lines of standard error that are not lines of the log. */
const withoutLog = (text: string): string[] =>
  text.split('\n').filter((line) => line !== '' && !line.startsWith('{'))

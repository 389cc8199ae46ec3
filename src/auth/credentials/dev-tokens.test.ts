import { mkdtempDisposableSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readTokensFile } from './dev-tokens.ts'

const email = 'ann@example.com'
const calendar = 'https://www.googleapis.com/auth/calendar'

async function read(content: unknown) {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'almanac-tokens-'))
  const path = join(folder.path, 'tokens.json')
  writeFileSync(path, JSON.stringify(content))
  return readTokensFile(path)
}

describe('a file of tokens', () => {
  it.each([
    ['a list of scopes', { scopes: [calendar] }, { scopes: [calendar] }],
    [
      'scopes in one text',
      { scopes: 'calendar openid urn:x' },
      { scopes: [calendar, 'openid', 'urn:x'] },
    ],
    [
      'a moment',
      { scopes: [], expires: '2020-01-01T00:00:00Z' },
      { scopes: [], expiresAtMs: 1_577_836_800_000 },
    ],
    [
      'seconds',
      { scopes: [], expires: 1_577_836_800 },
      { scopes: [], expiresAtMs: 1_577_836_800_000 },
    ],
  ])('is read with %s', async (_, text, expected) => {
    expect(await read({ t: { email, ...text } })).toEqual([{ text: 't', email, ...expected }])
  })

  it.each([
    ['a list', ['token']],
    ['null', null],
    ['a token without an email', { t: { scopes: [] } }],
    ['scopes of a wrong kind', { t: { email, scopes: 7 } }],
    ['a scope of a wrong kind', { t: { email, scopes: [7] } }],
    ['an expiry that is no moment', { t: { email, scopes: [], expires: 'soon' } }],
  ])('is refused with %s, in words that name it', async (_, content) => {
    await expect(read(content)).rejects.toThrow(/tokens\.json/)
  })

  it('does not show a token that is refused', async () => {
    const refused = read({ 'a-long-secret': { email } })
    await expect(refused).rejects.toThrow('{email, scopes, expires?}: a-lo...')
  })
})

import { expect, it } from 'vitest'
import { SettableClock } from '#/kernel/clock.ts'
import type { Database } from '#/storage/port.ts'
import { Authenticator } from './authenticator.ts'
import type { ApiKeys } from './credentials/api-keys.ts'
import type { AppPasswords } from './credentials/app-passwords.ts'
import type { Tokens } from './credentials/tokens.ts'
import type { SelfSigned } from './service-accounts/self-signed.ts'

const record = { userId: '1', email: 'ann@example.com', scopes: 'calendar', expiresAt: null }

/** An authenticator on a database that has one token and one key until they are ended. */
function scene() {
  let foreignChanges = 0
  let hasEnded = false
  const find = async () => (hasEnded ? undefined : record)
  const authenticator = new Authenticator({
    database: {
      foreignChanges: () => foreignChanges,
      transaction: async () => {},
    } as unknown as Database,
    clock: new SettableClock(),
    tokens: { find } as unknown as Tokens,
    apiKeys: { find } as unknown as ApiKeys,
    appPasswords: { find, noteUse: async () => {} } as unknown as AppPasswords,
    selfSigned: { read: async () => undefined } as unknown as SelfSigned,
    tokenCacheMs: 60_000,
    tokenCacheMax: 10,
  })
  return {
    authenticator,
    end: () => {
      hasEnded = true
    },
    noteForeignChange: () => {
      foreignChanges++
    },
  }
}

it.each([
  ['token', { token: 'alm_at_x' }, 401],
  ['key', { key: 'alm_key_x' }, 400],
])(
  'a %s that was checked is believed until another process writes to an embedded database',
  async (_, credentials, status) => {
    const { authenticator, end, noteForeignChange } = scene()
    const caller = await authenticator.callerOf(credentials)
    end()
    expect(authenticator.callerOf(credentials)).toBe(caller)
    noteForeignChange()
    await expect(authenticator.callerOf(credentials)).rejects.toMatchObject({ status })
  },
)

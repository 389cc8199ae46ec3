import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Adapter, AdapterPayload } from 'oidc-provider'
import { describe, expect, it } from 'vitest'
import { SettableClock } from '#/kernel/clock.ts'
import { base64url } from '#/kernel/identifiers.ts'
import { seededRandomBytes } from '#/kernel/randomness.ts'
import { BrowserState } from './browser-state.ts'
import { StrangerAdapter } from './stranger-adapter.ts'

/** A browser that keeps cookies, and a database that keeps what it is given. */
function place({ secret = 'a secret', mode = 'dev' as 'dev' | 'production' } = {}) {
  const clock = new SettableClock({ mode: 'frozen', atMs: 1_800_000_000_000 })
  const rows = new Map<string, AdapterPayload>()
  const stored = {
    upsert: async (id: string, payload: AdapterPayload) => void rows.set(id, payload),
    find: async (id: string) => rows.get(id),
    destroy: async (id: string) => void rows.delete(id),
  } as unknown as Adapter
  const browserState = new BrowserState({ secret, mode, issuer: () => 'http://127.0.0.1/w/blue' })
  const slotOf = (id: string) => ({ name: 'request', path: `/signin/${id}` })
  const adapter = new StrangerAdapter({ clock, browserState, slotOf, stored })
  const cookies = new Map<string, string>()
  const headers: string[] = []
  const visit = <T>(work: (adapter: StrangerAdapter) => Promise<T>) => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const message = { headers: { cookie } } as IncomingMessage
    const appendHeader = (_: string, line: string) => {
      headers.push(line)
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(line)!
      if (line.includes('Max-Age=0')) cookies.delete(name!)
      else cookies.set(name!, value!)
    }
    const response = { appendHeader } as unknown as ServerResponse
    return browserState.run({ message, response }, () => work(adapter))
  }
  return { clock, rows, cookies, headers, visit }
}

const request = { params: { client_id: 'planner', state: 'ä"€' }, returnTo: '/back' }

describe('an interaction', () => {
  it('is stored only in the browser until a user has signed in', async () => {
    const { rows, cookies, headers, visit } = place()
    await visit((adapter) => adapter.upsert('x', request, 3600))
    expect(rows.size).toBe(0)
    expect(headers).toEqual([
      expect.stringMatching(
        /^alm_request_w_blue=1~[\w-]+\.[\w-]+; Path=\/w\/blue\/signin\/x; Max-Age=3600; HttpOnly; SameSite=Lax$/,
      ),
    ])
    expect(await visit((adapter) => adapter.find('x'))).toMatchObject({ ...request, jti: 'x' })
    expect(await visit((adapter) => adapter.find('y'))).toBeUndefined()

    const signedIn = { ...request, result: { login: { accountId: 'ann' } } }
    await visit((adapter) => adapter.upsert('x', signedIn, 3600))
    expect(rows.get('x')).toEqual(signedIn)
    expect(cookies.size).toBe(0)
    expect(await visit((adapter) => adapter.find('x'))).toEqual(signedIn)
  })

  it('stays in the database when an incomplete sign-in is abandoned, and cannot be presented again', async () => {
    const { rows, cookies, visit } = place()
    await visit((adapter) => adapter.upsert('x', request, 3600))
    const pending = { ...request, result: { pending: { accountId: 'ann' } } }
    await visit((adapter) => adapter.upsert('x', pending, 3600))
    await visit((adapter) => adapter.upsert('x', request, 3600))
    expect([rows.get('x'), cookies.size]).toEqual([request, 0])
    expect(await visit((adapter) => adapter.find('x'))).toEqual(request)
  })

  it.each<[string, AdapterPayload]>([
    ['a session', { session: { accountId: 'ann', uid: 'u', cookie: 'c' } }],
    ['an earlier answer', { lastSubmission: { login: { accountId: 'ann' } } }],
    ['an account', { accountId: 'ann' }],
    ['an incomplete sign-in', { result: { pending: { accountId: 'ann' } } }],
  ])('with %s of somebody is in the database', async (_, payload) => {
    const { rows, cookies, visit } = place()
    await visit((adapter) => adapter.upsert('x', payload, 3600))
    expect([rows.size, cookies.size]).toEqual([1, 0])
  })

  it('expires after an hour at most, by our clock', async () => {
    const { clock, visit } = place()
    await visit((adapter) => adapter.upsert('x', request, 86_400))
    const leftS = async () =>
      (await visit((adapter) => adapter.find('x')))!.exp! - clock.machineMs() / 1000
    expect(await leftS()).toBeCloseTo(3600, -1)
    clock.set({ mode: 'frozen', atMs: 1_800_000_000_000 + 3_600_000 })
    expect(await leftS()).toBeLessThan(0)
  })

  it('fills several cookies if it is long, and is refused if it is too long', async () => {
    const { cookies, visit } = place()
    const randomBytes = seededRandomBytes('long state')
    const random = (length: number) => base64url((length * 3) / 4, randomBytes)
    const long = { params: { state: random(6_000) } }
    await visit((adapter) => adapter.upsert('x', long, 60))
    expect(cookies.size).toBeGreaterThan(1)
    for (const [name, value] of cookies) expect(name.length + value.length).toBeLessThan(3_700)
    expect(await visit((adapter) => adapter.find('x'))).toMatchObject(long)
    await visit((adapter) => adapter.upsert('x', request, 60))
    expect(await visit((adapter) => adapter.find('x'))).toMatchObject(request)
    await visit((adapter) => adapter.destroy('x'))
    expect(cookies.size).toBe(0)

    const tooLong = { params: { state: random(20_000) } }
    const refused = visit((adapter) => adapter.upsert('x', tooLong, 60))
    await expect(refused).rejects.toThrow('invalid_request')
  })

  it.each<[string, (value: string) => string]>([
    ['another signature', (value) => value.replace(/\.[\w-]/, '.A')],
    ['other contents', (value) => value.replace(/~.{4}/, '~AAAA')],
    ['no signature', (value) => value.replace(/\..*/, '')],
    ['nothing', () => ''],
  ])('is not found in a cookie with %s', async (_, change) => {
    const { cookies, visit } = place()
    await visit((adapter) => adapter.upsert('x', request, 60))
    const [[name, value]] = [...cookies] as [[string, string]]
    cookies.set(name, change(value))
    expect(await visit((adapter) => adapter.find('x'))).toBeUndefined()
  })

  it.each(['9999999999', '-1e9', 'many', ''])(
    'is found whatever the count %j says',
    async (count) => {
      const { cookies, visit } = place()
      await visit((adapter) => adapter.upsert('x', request, 60))
      const [[name, value]] = [...cookies] as [[string, string]]
      cookies.set(name, value.replace('1~', `${count}~`))
      expect(await visit((adapter) => adapter.find('x'))).toMatchObject(request)
    },
  )

  it('is not found in a cookie that was signed with another secret, in dev mode, or for another', async () => {
    const { cookies, visit } = place()
    await visit((adapter) => adapter.upsert('x', request, 60))
    const [[name, value]] = [...cookies] as [[string, string]]
    const elsewhere = [
      { other: place({ secret: 'another secret' }), name, id: 'x' },
      { other: place({ mode: 'production' }), name: `__Secure-${name}`, id: 'x' },
      { other: place(), name, id: 'y' },
    ]
    for (const { other, name, id } of elsewhere) {
      other.cookies.set(name, value)
      expect(await other.visit((adapter) => adapter.find(id))).toBeUndefined()
    }
  })
})

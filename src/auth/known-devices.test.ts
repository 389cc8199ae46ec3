import { describe, expect, it } from 'vitest'
import { SettableClock } from '#/kernel/clock.ts'
import { seededRandomBytes } from '#/kernel/randomness.ts'
import { KnownDevices } from './known-devices.ts'

const email = 'ann@example.com'

function devices(wish: { secret?: string; mode?: 'dev' | 'production' } = {}) {
  const clock = new SettableClock({ mode: 'frozen', atMs: 1_800_000_000_000 })
  const { secret = 'a secret', mode = 'production' } = wish
  return {
    clock,
    known: new KnownDevices({ clock, randomBytes: seededRandomBytes('devices'), secret, mode }),
  }
}

const cookieOf = (header: string) => header.split(';', 1)[0]!

describe('a known device', () => {
  it('is found by the cookie that it was given, among others', () => {
    const { known } = devices()
    const cookie = cookieOf(known.setCookie(email, { id: undefined, path: '/' }))
    const id = known.find(`a=b; ${cookie}; c=d`, ' Ann@Example.com')
    expect(id).toMatch(/^[\w-]{16}$/)
    expect(cookieOf(known.setCookie(email, { id, path: '/' }))).toContain(id)
  })

  it('has a cookie that scripts and other sites do not get', () => {
    const header = devices().known.setCookie(email, { id: undefined, path: '/' })
    expect(header).toMatch(/; Path=\/; Max-Age=31536000; HttpOnly; SameSite=Lax; Secure$/)
    const local = devices({ mode: 'dev' }).known.setCookie(email, { id: undefined, path: '/w/' })
    expect(local).toMatch(/; Path=\/w\/; Max-Age=31536000; HttpOnly; SameSite=Lax$/)
  })

  it('is known for one account only', () => {
    const { known } = devices()
    const cookie = cookieOf(known.setCookie(email, { id: undefined, path: '/' }))
    const other = cookieOf(known.setCookie('bob@example.com', { id: undefined, path: '/' }))
    const renamed = `${other.split('=', 1)[0]}=${cookie.slice(cookie.indexOf('=') + 1)}`
    expect(known.find(renamed, 'bob@example.com')).toBeUndefined()
  })

  it.each<[string, (cookie: string) => string]>([
    ['another id', (cookie) => cookie.replace(/=[^.]+/, '=otherdevice')],
    ['another time', (cookie) => cookie.replace(/\.(\d+)\./, '.9999999999.')],
    ['no signature', (cookie) => cookie.replace(/\.[\w-]+$/, '.')],
    ['nothing', (cookie) => `${cookie.split('=', 1)[0]}=`],
  ])('is not known by a cookie with %s', (_, change) => {
    const { known } = devices()
    const cookie = cookieOf(known.setCookie(email, { id: undefined, path: '/' }))
    expect(known.find(change(cookie), email)).toBeUndefined()
  })

  it('is not known to a server with another secret, nor after a year', () => {
    const { known, clock } = devices()
    const cookie = cookieOf(known.setCookie(email, { id: undefined, path: '/' }))
    expect(devices({ secret: 'another secret' }).known.find(cookie, email)).toBeUndefined()
    clock.set({ mode: 'frozen', atMs: 1_800_000_000_000 + 366 * 86_400_000 })
    expect(known.find(cookie, email)).toBeUndefined()
  })
})

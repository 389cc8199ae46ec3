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
    const cookie = cookieOf(known.setCookie({ email, prefix: '', id: undefined }))
    const id = known.find(`a=b; ${cookie}; c=d`, { email: ' Ann@Example.com', prefix: '' })
    expect(id).toMatch(/^[\w-]{16}$/)
    expect(cookieOf(known.setCookie({ email, prefix: '', id }))).toContain(id)
  })

  it('has a cookie that scripts and other sites do not get', () => {
    const header = devices().known.setCookie({ email, prefix: '', id: undefined })
    expect(header).toMatch(/^__Host-alm_device_/)
    expect(header).toMatch(/; Path=\/; Max-Age=31536000; HttpOnly; SameSite=Lax; Secure$/)
    const local = devices({ mode: 'dev' }).known.setCookie({ email, prefix: '/w', id: undefined })
    expect(local).toMatch(/^alm_device_\w{12}_w=/)
    expect(local).toMatch(/; Path=\/w\/; Max-Age=31536000; HttpOnly; SameSite=Lax$/)
  })

  it('is known for one account only', () => {
    const { known } = devices()
    const cookie = cookieOf(known.setCookie({ email, prefix: '', id: undefined }))
    const other = cookieOf(known.setCookie({ email: 'bob@example.com', prefix: '', id: undefined }))
    const renamed = `${other.split('=', 1)[0]}=${cookie.slice(cookie.indexOf('=') + 1)}`
    expect(known.find(renamed, { email: 'bob@example.com', prefix: '' })).toBeUndefined()
  })

  it.each<[string, (cookie: string) => string]>([
    ['another id', (cookie) => cookie.replace(/=[^.]+/, '=otherdevice')],
    ['another time', (cookie) => cookie.replace(/\.(\d+)\./, '.9999999999.')],
    ['no signature', (cookie) => cookie.replace(/\.[\w-]+$/, '.')],
    ['nothing', (cookie) => `${cookie.split('=', 1)[0]}=`],
  ])('is not known by a cookie with %s', (_, change) => {
    const { known } = devices()
    const cookie = cookieOf(known.setCookie({ email, prefix: '', id: undefined }))
    expect(known.find(change(cookie), { email, prefix: '' })).toBeUndefined()
  })

  it('is unknown to a server with another secret, and after a year', () => {
    const { known, clock } = devices()
    const cookie = cookieOf(known.setCookie({ email, prefix: '', id: undefined }))
    expect(
      devices({ secret: 'another secret' }).known.find(cookie, { email, prefix: '' }),
    ).toBeUndefined()
    clock.set({ mode: 'frozen', atMs: 1_800_000_000_000 + 366 * 86_400_000 })
    expect(known.find(cookie, { email, prefix: '' })).toBeUndefined()
  })
})

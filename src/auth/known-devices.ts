import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Clock } from '#/kernel/clock.ts'
import { base64url } from '#/kernel/identifiers.ts'
import type { RandomBytes } from '#/kernel/randomness.ts'
import type { Mode } from './credential-origin.ts'
import { accountKey } from './sign-in-failures.ts'

interface KnownDevicesParts {
  readonly clock: Clock
  readonly randomBytes: RandomBytes
  /** Signs the cookies. */
  readonly secret: string
  readonly mode: Mode
}

const lifetimeS = 365 * 24 * 3600
const idBytes = 12
const nameLength = 12

/**
 * Browsers in which somebody has signed in with a password before. A signed cookie for each account tells
 * them, so that failures of strangers do not slow down its owner.
 */
export class KnownDevices {
  readonly #parts: KnownDevicesParts

  constructor(parts: KnownDevicesParts) {
    this.#parts = parts
  }

  /** The id of the device from which the account was used before, if the cookies of a request show it. */
  find(cookies: string | undefined, email: string): string | undefined {
    const name = this.#nameFor(email)
    const pair = cookies?.split(/; */).find((one) => one.startsWith(`${name}=`))
    const [id = '', issuedAt = '', mac = ''] = (pair?.slice(name.length + 1) ?? '').split('.')
    const wanted = Buffer.from(this.#macOf({ email, id, issuedAt }))
    const given = Buffer.from(mac)
    const isOwn = given.length === wanted.length && timingSafeEqual(given, wanted)
    if (!isOwn || Number(issuedAt) + lifetimeS < this.#nowS()) return undefined
    return id
  }

  /** The header that makes a device known, or known for longer. */
  setCookie(email: string, { id, path }: { id: string | undefined; path: string }): string {
    const { randomBytes, mode } = this.#parts
    const device = { email, id: id ?? base64url(idBytes, randomBytes), issuedAt: `${this.#nowS()}` }
    const value = `${device.id}.${device.issuedAt}.${this.#macOf(device)}`
    const flags = `Path=${path}; Max-Age=${lifetimeS}; HttpOnly; SameSite=Lax`
    return `${this.#nameFor(email)}=${value}; ${flags}${mode === 'production' ? '; Secure' : ''}`
  }

  #nameFor(email: string): string {
    return `alm_device_${accountKey(email).slice(0, nameLength)}`
  }

  #macOf({ email, id, issuedAt }: { email: string; id: string; issuedAt: string }): string {
    const text = `device:${accountKey(email)}:${id}:${issuedAt}`
    return createHmac('sha256', this.#parts.secret).update(text).digest('base64url')
  }

  #nowS(): number {
    return Math.floor(this.#parts.clock.nowMs() / 1000)
  }
}

import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Clock } from '#/kernel/clock.ts'
import { base64url } from '#/kernel/identifiers.ts'
import type { RandomBytes } from '#/kernel/randomness.ts'
import type { Mode } from '../credentials/credential-origin.ts'
import { cookieIn, cookieName, setCookieHeader, worldSuffix } from './cookies.ts'
import { accountKey } from './sign-in-failures.ts'

interface KnownDevicesContext {
  readonly clock: Clock
  readonly randomBytes: RandomBytes
  /** Signs the cookies. */
  readonly secret: string
  readonly mode: Mode
}

/** An account, and the path prefix of its site, such as `/worlds/blue`. */
interface Account {
  readonly email: string
  readonly prefix: string
}

const lifetimeS = 365 * 24 * 3600
const idBytes = 12
const nameLength = 12

/**
 * Browsers in which a user has signed in with a password before. A signed cookie per account identifies them,
 * so that failures of others do not delay the owner.
 */
export class KnownDevices {
  readonly #context: KnownDevicesContext

  constructor(context: KnownDevicesContext) {
    this.#context = context
  }

  /** The id of the device, if the cookies show that the account was used on it before. */
  find(cookies: string | undefined, account: Account): string | undefined {
    const { email } = account
    const value = cookieIn(cookies, this.#cookieOf(account).name) ?? ''
    const [id = '', issuedAt = '', mac = ''] = value.split('.')
    const expected = Buffer.from(this.#macOf({ email, id, issuedAt }))
    const actual = Buffer.from(mac)
    const isOwn = actual.length === expected.length && timingSafeEqual(actual, expected)
    if (!isOwn || Number(issuedAt) + lifetimeS < this.#nowS()) return undefined
    return id
  }

  /** The cookie header that marks a device as known, or extends that. */
  setCookie({ id, ...account }: Account & { readonly id: string | undefined }): string {
    const { email } = account
    const device = {
      id: id ?? base64url(idBytes, this.#context.randomBytes),
      issuedAt: `${this.#nowS()}`,
    }
    const value = `${device.id}.${device.issuedAt}.${this.#macOf({ email, ...device })}`
    const { name, ...scope } = this.#cookieOf(account)
    return setCookieHeader({ name, value, maxAgeS: lifetimeS }, scope)
  }

  #cookieOf({ email, prefix }: Account) {
    const scope = { mode: this.#context.mode, path: `${prefix}/` }
    const name = `alm_device_${accountKey(email).slice(0, nameLength)}${worldSuffix(prefix)}`
    return { ...scope, name: cookieName(name, scope) }
  }

  #macOf({ email, id, issuedAt }: { email: string; id: string; issuedAt: string }): string {
    const text = `device:${accountKey(email)}:${id}:${issuedAt}`
    return createHmac('sha256', this.#context.secret).update(text).digest('base64url')
  }

  #nowS(): number {
    return Math.floor(this.#context.clock.nowMs() / 1000)
  }
}

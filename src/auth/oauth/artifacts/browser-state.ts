import { AsyncLocalStorage } from 'node:async_hooks'
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { deflateRawSync, inflateRawSync } from 'node:zlib'
import type { Mode } from '../../credentials/credential-origin.ts'
import {
  clearCookieHeader,
  cookieIn,
  cookieName,
  setCookieHeader,
  worldSuffix,
} from '../../sign-in/cookies.ts'
import { pathPrefix } from '../path-prefix.ts'

interface BrowserStateContext {
  /** Signs the cookies. */
  readonly secret: string
  readonly mode: Mode
  readonly issuer: () => string
}

/** A cookie: its name, and its path below the root of the site. */
export interface Slot {
  readonly name: string
  readonly path: string
}

interface Exchange {
  readonly message: IncomingMessage
  readonly response: ServerResponse
}

// Browsers accept cookies of up to 4096 bytes including name and attributes.
const cookieCharsMax = 3_600
const cookiesMax = 3
const stateBytesMax = 100_000

/**
 * The state of browsers without a signed-in user, in signed cookies, so that anonymous requests leave nothing
 * in the database.
 */
export class BrowserState {
  readonly #context: BrowserStateContext
  readonly #exchanges = new AsyncLocalStorage<Exchange>()

  constructor(context: BrowserStateContext) {
    this.#context = context
  }

  /** Runs `work` with access to the cookies of an exchange. */
  run<T>(exchange: Exchange, work: () => T): T {
    return this.#exchanges.run(exchange, work)
  }

  /** The text in the cookies of this exchange, if the signature is valid. */
  find(slot: Slot): string | undefined {
    const { cookie } = this.#exchange().message.headers
    const { name } = this.#scopeOf(slot)
    const [count, first = ''] = cookieIn(cookie, name)?.split('~') ?? []
    const others = Array.from(
      { length: Math.min(Number(count), cookiesMax) - 1 || 0 },
      (_, index) => cookieIn(cookie, partName(name, index + 1)),
    )
    const [data = '', mac = ''] = [first, ...others].join('').split('.')
    const expected = Buffer.from(this.#macOf(slot, data))
    const actual = Buffer.from(mac)
    if (actual.length !== expected.length || !timingSafeEqual(actual, expected)) return undefined
    const bytes = inflateRawSync(Buffer.from(data, 'base64url'), { maxOutputLength: stateBytesMax })
    return bytes.toString('utf8')
  }

  /** Stores a text in cookies; false if it is too long. */
  put(slot: Slot, text: string, maxAgeS: number): boolean {
    if (text.length > stateBytesMax / 4) return false
    const data = deflateRawSync(text).toString('base64url')
    const value = `${data}.${this.#macOf(slot, data)}`
    const count = Math.ceil(value.length / cookieCharsMax)
    if (count > cookiesMax) return false
    const scope = this.#scopeOf(slot)
    for (let index = 0; index < count; index++) {
      const part = value.slice(index * cookieCharsMax, (index + 1) * cookieCharsMax)
      const cookie = {
        name: partName(scope.name, index),
        value: index === 0 ? `${count}~${part}` : part,
        maxAgeS,
      }
      this.#exchange().response.appendHeader('Set-Cookie', setCookieHeader(cookie, scope))
    }
    return true
  }

  /** Deletes the cookies. */
  clear(slot: Slot): void {
    const { message, response } = this.#exchange()
    const scope = this.#scopeOf(slot)
    for (let index = 0; index < cookiesMax; index++) {
      const name = partName(scope.name, index)
      if (cookieIn(message.headers.cookie, name) === undefined) continue
      response.appendHeader('Set-Cookie', clearCookieHeader(name, scope))
    }
  }

  #exchange(): Exchange {
    const exchange = this.#exchanges.getStore()
    if (exchange === undefined) throw new Error('no exchange is under way')
    return exchange
  }

  #scopeOf({ name, path }: Slot) {
    const { mode, issuer } = this.#context
    const prefix = pathPrefix(issuer())
    const scope = { mode, path: prefix + path }
    return { ...scope, name: cookieName(`alm_${name}${worldSuffix(prefix)}`, scope) }
  }

  /** The signature covers the mode and the slot, so that it is not valid for others. */
  #macOf({ name, path }: Slot, data: string): string {
    const { secret, mode } = this.#context
    const text = `browser state:${mode}:${name}:${path}:${data}`
    return createHmac('sha256', secret).update(text).digest('base64url')
  }
}

const partName = (name: string, index: number): string => (index === 0 ? name : `${name}_${index}`)

import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AuditTrail } from '#/audit/trail.ts'
import type { Clock } from '#/kernel/clock.ts'
import { ApiError } from '#/kernel/errors.ts'
import type { Database, Transaction } from '#/storage/port.ts'
import type { Directory } from '../../directory/directory.ts'
import { emailIn } from '../../directory/directory-email.ts'
import {
  errorPage,
  foreignFormPage,
  forgotPage,
  localeOf,
  newPasswordPage,
  type PasswordMail,
  passwordDonePage,
  passwordMail,
} from '../../pages/index.ts'
import {
  type PasswordLinks,
  passwordLinkPath,
  resetLifetimeMs,
} from '../../passwords/password-links.ts'
import { countFailure, lockFailures, resetSubjects } from '../../sign-in/sign-in-failures.ts'
import { pathPrefix } from '../path-prefix.ts'
import { readFormBody } from './form.ts'
import { sendPage } from './send-page.ts'

export interface PasswordPagesContext {
  readonly database: Database
  readonly audit: AuditTrail
  readonly clock: Clock
  readonly directory: Directory
  readonly passwordLinks: PasswordLinks
  /** The root URL in mail, which requests cannot influence. */
  readonly issuer: () => string
  /** Enqueues a mail; undefined if the server sends none. */
  readonly sendMail:
    | ((tx: Transaction, to: string, mail: PasswordMail) => Promise<void>)
    | undefined
}

interface Exchange {
  readonly message: IncomingMessage
  readonly response: ServerResponse
  readonly path: string
  /** The root URL that the request used. */
  readonly origin: string
  /** The address of the client. */
  readonly peer: string
}

/** The path of the page to request a link. */
export const forgotPath = '/signin/password'

/** The pages to request a link and to set a password with it. */
export class PasswordPages {
  readonly #context: PasswordPagesContext

  constructor(context: PasswordPagesContext) {
    this.#context = context
  }

  takes(path: string): boolean {
    return path === forgotPath || path.startsWith(passwordLinkPath)
  }

  async handle(exchange: Exchange): Promise<void> {
    const { message, response, path, origin } = exchange
    const locale = localeOf(message.headers)
    const isForeign =
      message.headers.origin !== undefined && message.headers.origin !== new URL(origin).origin
    const form = message.method === 'POST' ? await readFormBody(message) : new URLSearchParams()
    if (isForeign || form === undefined) {
      return sendPage(response, 403, foreignFormPage(locale))
    }
    if (path === forgotPath) return this.#forgot(exchange, form)
    return this.#choose(exchange, form)
  }

  async #forgot(
    { message, response, origin, peer }: Exchange,
    form: URLSearchParams,
  ): Promise<void> {
    const locale = localeOf(message.headers)
    if (this.#context.sendMail === undefined) {
      const page = errorPage({ error: 'invalid_request', detail: ({ noMail }) => noMail(), locale })
      return sendPage(response, 404, page)
    }
    const page = { action: pathPrefix(origin) + forgotPath, locale }
    if (message.method !== 'POST') return sendPage(response, 200, forgotPage(page))
    const email = form.get('email') ?? ''
    const retryAfterS = await this.#count(email, peer)
    if (retryAfterS > 0) {
      response.setHeader('Retry-After', retryAfterS)
      return sendPage(response, 429, forgotPage({ ...page, email, retryAfterS }))
    }
    await this.#mailLink(email, locale)
    // The same for all addresses, so that it does not reveal whether an account exists.
    sendPage(response, 200, passwordDonePage({ done: 'mailed', locale }))
  }

  /** Counts a request for a link. Returns 0, or the time to wait. */
  #count(email: string, address: string): Promise<number> {
    const { database, clock } = this.#context
    return database.transaction(async (tx) => {
      const nowMs = clock.nowMs()
      const locked = []
      for (const subject of resetSubjects(email, address)) {
        const { failures, blockedUntil } = await lockFailures(tx, subject, nowMs)
        if (blockedUntil > nowMs) return Math.ceil((blockedUntil - nowMs) / 1000)
        locked.push({ subject, failures })
      }
      for (const { subject, failures } of locked)
        await countFailure(tx, subject, { failures, nowMs })
      return 0
    })
  }

  async #mailLink(email: string, locale: string): Promise<void> {
    const { database, directory, passwordLinks, issuer, sendMail } = this.#context
    const user = emailIn(email) === undefined ? undefined : await directory.find(email)
    if (user === undefined || user.isDisabled) return
    await database.transaction(async (tx) => {
      const link = { userId: user.id, lifetimeMs: resetLifetimeMs }
      const path = await passwordLinks.create(tx, link)
      if (path === undefined) return
      await sendMail!(tx, user.email, passwordMail(issuer() + path, locale))
    })
  }

  async #choose(
    { message, response, path, origin }: Exchange,
    form: URLSearchParams,
  ): Promise<void> {
    const { audit, passwordLinks } = this.#context
    const locale = localeOf(message.headers)
    const secret = path.slice(passwordLinkPath.length)
    const user = await passwordLinks.find(secret)
    if (user === undefined) return sendExpired(response, locale)
    const page = { action: pathPrefix(origin) + path, email: user.email, locale }
    if (message.method !== 'POST') return sendPage(response, 200, newPasswordPage(page))
    const password = form.get('password') ?? ''
    if (password !== form.get('again')) {
      return sendPage(response, 400, newPasswordPage({ ...page, problem: 'different' }))
    }
    try {
      const note = { action: 'auth.password.reset', object: `users/${user.email}` }
      const isSet = await audit.carryOut(note, () => passwordLinks.redeem(secret, password))
      if (!isSet) return sendExpired(response, locale)
    } catch (error) {
      if (!(error instanceof ApiError) || error.status >= 500) throw error
      return sendPage(
        response,
        400,
        newPasswordPage({ ...page, problem: { rejected: error.message } }),
      )
    }
    sendPage(response, 200, passwordDonePage({ done: 'changed', locale }))
  }
}

function sendExpired(response: ServerResponse, locale: string): void {
  const page = errorPage({ error: 'invalid_request', detail: ({ linkUsed }) => linkUsed(), locale })
  sendPage(response, 410, page)
}

import type { Database, Transaction } from '#/storage/port.ts'
import type { UserRecord } from '../directory/directory.ts'
import { invitationMail, type PasswordMail } from '../pages/index.ts'
import { invitationLifetimeMs, type PasswordLinks } from './password-links.ts'

interface InvitationsContext {
  readonly database: Database
  readonly passwordLinks: PasswordLinks
  /** The root URL of links in mail. */
  readonly issuer: () => string
  /** Enqueues mail; undefined if the server cannot send any. */
  readonly sendMail:
    | ((tx: Transaction, to: string, mail: PasswordMail) => Promise<unknown>)
    | undefined
}

/** Invites users by mail to set their first password. */
export class Invitations {
  readonly #context: InvitationsContext

  constructor(context: InvitationsContext) {
    this.#context = context
  }

  get canSend(): boolean {
    return this.#context.sendMail !== undefined
  }

  /** Returns false if the user already has as many links as allowed. */
  send(user: Pick<UserRecord, 'id' | 'email'>, language: string): Promise<boolean> {
    const { database, passwordLinks, issuer, sendMail } = this.#context
    return database.transaction(async (tx) => {
      const link = { userId: user.id, lifetimeMs: invitationLifetimeMs }
      const path = await passwordLinks.create(tx, link)
      if (path === undefined) return false
      await sendMail!(tx, user.email, invitationMail(issuer() + path, language))
      return true
    })
  }
}

import { createHash } from 'node:crypto'
import type { Clock } from '#/kernel/clock.ts'
import type { Transaction } from '#/storage/port.ts'
import type { Enqueue } from '../enqueue.ts'
import type { NewMail } from './mail.ts'
import { type Mailbox, readMailbox } from './mailbox.ts'
import { mailSendKind } from './send.ts'
import { insertMail } from './store.ts'

interface MailsContext {
  readonly clock: Clock
  readonly enqueue: Enqueue
  /** The sender of mail: `Almanac <no-reply@example.com>`. */
  readonly mailFrom: string
}

/** Writes mail that is to be sent. */
export class Mails {
  readonly #clock: Clock
  readonly #enqueue: Enqueue
  readonly #from: Mailbox

  constructor({ clock, enqueue, mailFrom }: MailsContext) {
    this.#clock = clock
    this.#enqueue = enqueue
    this.#from = readMailbox(mailFrom)
  }

  /** Writes the mail and the job that sends it, unless a mail with this id exists. */
  async put(tx: Transaction, mail: NewMail): Promise<void> {
    const written = await tx.run(insertMail, this.#row(mail))
    if (written > 0) await this.#enqueue(tx, { kind: mailSendKind, payload: { mailId: mail.id } })
  }

  /** Writes a mail unless the recipient already has one with the same text. */
  readonly putOnce = (tx: Transaction, to: string, mail: Omit<NewMail, 'id' | 'to'>) =>
    this.put(tx, { id: mailIdOf(mail.text, to), to, ...mail })

  #row(mail: NewMail) {
    const { name, address } = this.#from
    return {
      id: mail.id,
      recipient: storable(mail.to),
      sender: address,
      senderName: storable(mail.fromName ?? name ?? '') || null,
      replyTo: mail.replyTo === undefined ? null : storable(mail.replyTo),
      subject: storable(mail.subject),
      textPart: storable(mail.text),
      htmlPart: storable(mail.html),
      calendarPart: mail.calendar === undefined ? null : storable(mail.calendar.text),
      calendarMethod: mail.calendar?.method ?? null,
      messageId: `${hashOf(mail.id)}@${address.split('@').at(-1)}`,
      createdAtMs: this.#clock.nowMs(),
    }
  }
}

/** The id of the mail that a change causes for a recipient. */
export const mailIdOf = (changeId: string, recipient: string): string =>
  hashOf(JSON.stringify([changeId, recipient.toLowerCase()]))

const idLength = 40

const hashOf = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, idLength)

// PostgreSQL cannot store NUL characters.
const storable = (text: string) => text.replaceAll('\0', '')

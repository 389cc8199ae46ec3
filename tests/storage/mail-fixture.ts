import { enqueueWith } from '#/jobs/enqueue.ts'
import type { JobKind } from '#/jobs/job.ts'
import type { NewMail } from '#/jobs/mail/mail.ts'
import { Mails } from '#/jobs/mail/mails.ts'
import { mailSend } from '#/jobs/mail/send.ts'
import { SmtpTransport } from '#/jobs/mail/smtp-transport.ts'
import { silentLog } from '#/kernel/log.ts'
import { seededRandomBytes } from '#/kernel/randomness.ts'
import type { Database } from '#/storage/port.ts'
import { TestClock, workerFor } from './jobs-fixture.ts'

export const newMail = (more: Partial<NewMail> = {}): NewMail => ({
  id: 'mail1',
  to: 'bob@example.com',
  subject: 'Hello',
  text: 'Hello Bob\n',
  html: '<p>Hello Bob</p>',
  ...more,
})

interface PostOfficeWish {
  /** Without one, mail is kept. */
  readonly smtpUrl?: string
  /** What else is carried out. */
  readonly kinds?: (mails: Mails) => JobKind[]
  readonly aroundSending?: (kind: JobKind) => JobKind
}

/** Everything that carries mail, around one database and a clock that stands still. */
export class PostOffice implements AsyncDisposable {
  readonly clock = new TestClock()
  readonly database: Database
  readonly mails: Mails
  readonly #transport: SmtpTransport | undefined
  readonly #worker: ReturnType<typeof workerFor>

  constructor(
    database: Database,
    { smtpUrl, kinds = () => [], aroundSending = (kind) => kind }: PostOfficeWish = {},
  ) {
    const { clock } = this
    this.database = database
    this.#transport =
      smtpUrl === undefined ? undefined : new SmtpTransport({ url: smtpUrl, mode: 'production' })
    const enqueue = enqueueWith({ clock, randomBytes: seededRandomBytes(`office ${offices++}`) })
    this.mails = new Mails({ clock, enqueue, mailFrom: 'Almanac <no-reply@almanac.test>' })
    const sending = mailSend({ transport: this.#transport, log: silentLog })
    const withoutJitter = { ...sending, backoff: { ...sending.backoff, jitter: 0 } }
    this.#worker = workerFor({
      database,
      clock,
      kinds: [aroundSending(withoutJitter as JobKind), ...kinds(this.mails)],
    })
  }

  put(...mails: readonly NewMail[]): Promise<void> {
    return this.database.transaction(async (tx) => {
      for (const mail of mails) await this.mails.put(tx, mail)
    })
  }

  /** Moves the clock and runs what is due then. */
  async run(advanceMs = 0): Promise<void> {
    this.clock.advance(advanceMs)
    await this.#worker.runDue()
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#worker.stop()
    this.#transport?.close()
  }
}

let offices = 0

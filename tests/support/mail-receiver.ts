import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'

interface ReceivedMail {
  /** The recipients of the envelope. */
  readonly to: readonly string[]
  readonly parsed: Email
}

/** What a receiver says of a recipient or of a whole mail: an SMTP status, or nothing to take it. */
type Answer = { readonly status: number; readonly text?: string } | undefined

/** A mail server on a free port of this machine that keeps what it is sent. */
export class MailReceiver implements AsyncDisposable {
  readonly received: ReceivedMail[] = []
  /** Asked for every recipient. */
  answerRecipient: (address: string) => Answer = () => undefined
  /** Asked after every mail has been received. */
  answerMail: () => Answer = () => undefined
  readonly #server: SMTPServer

  private constructor() {
    this.#server = new SMTPServer({
      disabledCommands: ['AUTH', 'STARTTLS'],
      closeTimeout: 100,
      onRcptTo: ({ address }, _session, callback) =>
        callback(refusal(this.answerRecipient(address))),
      onData: (stream, session, callback) => {
        const to = session.envelope.rcptTo.map(({ address }) => address)
        void this.#take(stream, to).then(
          () => callback(refusal(this.answerMail())),
          (error: Error) => callback(error),
        )
      },
    })
    // A client that goes away in the middle is no failure of the test.
    this.#server.on('error', () => {})
  }

  static async open(): Promise<MailReceiver> {
    const receiver = new MailReceiver()
    await once(receiver.#server.listen(0, '127.0.0.1'), 'listening')
    return receiver
  }

  /** What `ALMANAC_SMTP_URL` takes. */
  get url(): string {
    const { port } = this.#server.server.address() as AddressInfo
    return `smtp://127.0.0.1:${port}`
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await new Promise<void>((resolve) => this.#server.close(resolve))
  }

  async #take(stream: NodeJS.ReadableStream, to: readonly string[]): Promise<void> {
    const chunks: Buffer[] = []
    for await (const chunk of stream) chunks.push(chunk as Buffer)
    this.received.push({ to, parsed: await PostalMime.parse(Buffer.concat(chunks)) })
  }
}

function refusal(answer: Answer): Error | null {
  if (answer === undefined) return null
  return Object.assign(new Error(answer.text ?? 'not taken'), { responseCode: answer.status })
}

import { isLoopback } from '#/kernel/settings/settings.ts'
import type { Mail } from './mail.ts'
import { isSendable } from './mailbox.ts'
import { messageOf } from './message.ts'

/** Hands mail to a server that sends it. */
export interface MailTransport {
  send(mail: Mail): Promise<void>
  close(): void
}

interface SmtpAddress {
  readonly url: string
  /** In production mail is encrypted on its way to any other machine. */
  readonly mode: 'dev' | 'production'
}

const connectionsMax = 3
const connectionTimeoutMs = 15_000
const greetingTimeoutMs = 15_000
/** How long the server may take for one answer. */
const socketTimeoutMs = 60_000
const idleTimeoutMs = 30_000

/** Speaks SMTP over a few connections that are kept for a while. */
export class SmtpTransport implements MailTransport {
  readonly #address: SmtpAddress
  #opened: ReturnType<typeof openPool> | undefined

  constructor(address: SmtpAddress) {
    this.#address = address
  }

  async send(mail: Mail): Promise<void> {
    if (!isSendable(mail.recipient)) throw new UnsendableAddress(mail.recipient)
    this.#opened ??= openPool(this.#address)
    const pool = await this.#opened
    await pool.sendMail(messageOf(mail))
  }

  close(): void {
    void this.#opened?.then((pool) => pool.close())
  }
}

// The library takes longer to load than the rest of a start, and many servers send nothing.
async function openPool({ url, mode }: SmtpAddress) {
  const { createTransport } = await import('nodemailer')
  return createTransport({
    url,
    // The address may say otherwise with `?requireTLS=false`.
    requireTLS: mode === 'production' && !isLoopback(new URL(url).hostname),
    pool: true,
    maxConnections: connectionsMax,
    // The queue of jobs repeats what fails.
    maxRequeues: 0,
    connectionTimeout: connectionTimeoutMs,
    greetingTimeout: greetingTimeoutMs,
    socketTimeout: socketTimeoutMs,
    idleTimeout: idleTimeoutMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
}

class UnsendableAddress extends Error {
  constructor(address: string) {
    super(`${JSON.stringify(address)} is not an address that mail can be sent to.`)
    this.name = 'UnsendableAddress'
  }
}

/**
 * Whether another attempt is pointless: the server will never take this mail for this recipient. A
 * refused password is not of this kind, because an operator can mend it.
 */
export function isRefusedForGood(error: unknown): boolean {
  if (error instanceof UnsendableAddress) return true
  const { code, permanent } = error as { code?: string; permanent?: boolean }
  return (code === 'EENVELOPE' || code === 'EMESSAGE') && permanent !== false
}

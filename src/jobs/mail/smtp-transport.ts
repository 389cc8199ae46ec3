import { OnDemand } from '#/kernel/process/on-demand.ts'
import { isLoopback } from '#/kernel/settings/settings.ts'
import type { Mail } from './mail.ts'
import { isSendable } from './mailbox.ts'
import { messageOf } from './message.ts'

/** Passes mail to a mail server. */
export interface MailTransport {
  send(mail: Mail): Promise<void>
  close(): void
}

interface SmtpAddress {
  readonly url: string
  /** In production, connections to other machines require TLS. */
  readonly mode: 'dev' | 'production'
}

const connectionsMax = 3
const connectionTimeoutMs = 15_000
const greetingTimeoutMs = 15_000
/** The time limit for a response of the server. */
const socketTimeoutMs = 60_000
const idleTimeoutMs = 30_000

/** Sends mail over a pool of SMTP connections. */
export class SmtpTransport implements MailTransport {
  readonly #pool: OnDemand<Awaited<ReturnType<typeof openPool>>>

  constructor(address: SmtpAddress) {
    this.#pool = new OnDemand(() => openPool(address))
  }

  async send(mail: Mail): Promise<void> {
    if (!isSendable(mail.recipient)) throw new UnsendableAddress(mail.recipient)
    const pool = await this.#pool.get()
    await pool.sendMail(messageOf(mail))
  }

  /** Connects and signs in. */
  async verify(): Promise<void> {
    await (await this.#pool.get()).verify()
  }

  close(): void {
    void this.#pool.loaded?.then((pool) => pool.close())
  }
}

// Loaded on demand: the library takes longer to load than the rest of a start, and many servers send no mail.
async function openPool({ url, mode }: SmtpAddress) {
  const { createTransport } = await import('nodemailer')
  return createTransport({
    url,
    // The URL can override this with `?requireTLS=false`.
    requireTLS: mode === 'production' && !isLoopback(new URL(url).hostname),
    pool: true,
    maxConnections: connectionsMax,
    // The job queue retries failed mail.
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
 * Whether a retry is pointless because the server rejects this mail or recipient permanently. A rejected
 * password does not count, because an operator can correct it.
 */
export function isRefusedForGood(error: unknown): boolean {
  if (error instanceof UnsendableAddress) return true
  const { code, permanent } = error as { code?: string; permanent?: boolean }
  return (code === 'EENVELOPE' || code === 'EMESSAGE') && permanent !== false
}

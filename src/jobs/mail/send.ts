import type { Log } from '#/kernel/log.ts'
import type { JobContext, JobKind } from '../job.ts'
import type { Mail, MailState } from './mail.ts'
import { isRefusedForGood, type MailTransport } from './smtp-transport.ts'
import { findMail, recordAttempt } from './store.ts'

export const mailSendKind = 'mail.send'

const attemptsMax = 12
const hourMs = 3_600_000
const errorTextMax = 2_000

/**
 * The job that sends a mail, or keeps it if there is no mail server. If it ends between sending and
 * recording, it is repeated; the receiver recognizes the mail by its Message-ID.
 */
export const mailSend = (dependencies: {
  readonly transport: MailTransport | undefined
  readonly log: Log
  /** Called with the state of a mail after each attempt; `waiting` means that it will be retried. */
  readonly onAttempt?: (state: MailState) => void
}): JobKind<{ readonly mailId: string }> => ({
  kind: mailSendKind,
  attemptsMax,
  backoff: { firstMs: 10_000, factor: 3, capMs: 4 * hourMs, jitter: 0.2 },
  timeoutMs: 180_000,
  leaseMs: 60_000,
  run: async ({ mailId }, context) => {
    const mail = await context.database.first(findMail, { id: mailId })
    const isToBeSent = mail?.state === 'waiting' || mail?.state === 'failed'
    if (!isToBeSent) return
    if (dependencies.transport === undefined) {
      await record(mail, { state: 'kept', attempts: 0 }, { ...dependencies, ...context })
    } else {
      await sendBy(dependencies.transport, mail, { ...dependencies, ...context })
    }
  },
})

interface SendContext extends JobContext {
  readonly log: Log
  readonly onAttempt?: (state: MailState) => void
}

async function sendBy(transport: MailTransport, mail: Mail, context: SendContext): Promise<void> {
  const { attempt: attempts, log } = context
  try {
    await transport.send(mail)
  } catch (error) {
    const isRefused = isRefusedForGood(error)
    const state = isRefused || attempts >= attemptsMax ? 'failed' : 'waiting'
    await record(mail, { state, attempts, error }, context)
    // Another attempt would be rejected as well, so the job is done.
    if (isRefused) return log.warn('mail rejected', { mailId: mail.id, error: String(error) })
    throw error
  }
  await record(mail, { state: 'sent', attempts }, context)
}

function record(
  { id }: Mail,
  { state, attempts, error }: { state: MailState; attempts: number; error?: unknown },
  { database, clock, onAttempt }: SendContext,
): Promise<number> {
  onAttempt?.(state)
  const errorText = error === undefined ? null : textOf(error)
  const sentAt = state === 'sent' ? clock.nowMs() : null
  return database.transaction((tx) =>
    tx.run(recordAttempt, { id, state, attempts, error: errorText, sentAt }),
  )
}

const textOf = (error: unknown) => String(error).replaceAll('\0', '').slice(0, errorTextMax)

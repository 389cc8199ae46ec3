import { jobCounts } from '#/jobs/inspection.ts'
import type { Mail } from '#/jobs/mail/mail.ts'
import { mailboxText } from '#/jobs/mail/mailbox.ts'
import { latestMails } from '#/jobs/mail/outbox.ts'
import { latestDeliveries } from '#/jobs/push/inspection.ts'
import { forAnyone, operation } from '../operation.ts'
import { Outbox, type OutgoingMail } from '../schemas/outbox.ts'

const mailsShownMax = 1000
const deliveriesShownMax = 1000

export const list = operation(
  {
    id: 'workbench.outbox.list',
    http: 'GET /outbox',
    summary: 'Shows the mail that was written, sent or not, and the messages of channels.',
    params: {},
    reply: Outbox,
    ...forAnyone,
  },
  async ({ database, mailKinds }) => {
    // Counted first: a mail that is no longer counted has been written, and is shown.
    const unwritten = (await jobCounts(database))
      .filter(({ kind, state }) => mailKinds.includes(kind) && state !== 'dead')
      .reduce((sum, { count }) => sum + count, 0)
    const mails = await latestMails(database, mailsShownMax)
    const webhooks = await latestDeliveries(database, deliveriesShownMax)
    return { mails: mails.map(shown), webhooks, unwritten }
  },
)

const shown = (mail: Mail): OutgoingMail => ({
  id: mail.id,
  to: mail.recipient,
  from: mailboxText({ name: mail.senderName ?? undefined, address: mail.sender }),
  ...(mail.replyTo !== null && { replyTo: mail.replyTo }),
  subject: mail.subject,
  text: mail.textPart,
  html: mail.htmlPart,
  ...(mail.calendarPart !== null && { calendar: mail.calendarPart }),
  ...(mail.calendarMethod !== null && { method: mail.calendarMethod }),
  state: mail.state,
  attempts: mail.attempts,
  ...(mail.lastError !== null && { error: mail.lastError }),
  createdAt: momentText(mail.createdAtMs),
  ...(mail.sentAtMs !== null && { sentAt: momentText(mail.sentAtMs) }),
})

const momentText = (ms: number) =>
  Temporal.Instant.fromEpochMilliseconds(ms).toString({ smallestUnit: 'millisecond' })

import { deliveryProperties } from '#/contract/channel-properties.ts'
import { wireMoment } from '#/contract/moment.ts'
import { array, dateTime, integer, object, string, type TypeOf } from '#/contract/schema.ts'
import { jobCounts } from '#/jobs/inspection.ts'
import type { Mail } from '#/jobs/mail/mail.ts'
import { mailboxText } from '#/jobs/mail/mailbox.ts'
import { latestMails } from '#/jobs/mail/store.ts'
import { latestDeliveries } from '#/jobs/push/channels/inspection.ts'
import { operation } from './operation.ts'

const OutgoingMail = object('OutgoingMail', {
  id: string({ about: 'Names the mail.' }),
  to: string({ about: 'The recipient.' }),
  from: string({ about: 'The sender.' }),
  replyTo: string({ about: 'The reply-to address.' }),
  subject: string({ about: 'The subject.' }),
  text: string({ about: 'The plain text.' }),
  html: string({ about: 'The same as HTML.' }),
  calendar: string({ about: 'The iCalendar text that goes along.' }),
  method: string({ about: 'The method of the iCalendar text: REQUEST, CANCEL or REPLY.' }),
  state: string({ about: 'One of waiting, sent, kept (without a mail server), failed.' }),
  attempts: integer({ about: 'The number of attempts to hand it to the mail server.' }),
  error: string({ about: 'Why the last attempt failed.' }),
  createdAt: dateTime({ about: 'When it was written.' }),
  sentAt: dateTime({ about: 'When the mail server took it.' }),
})

const WebhookDelivery = object('WebhookDelivery', {
  channelId: string({ about: 'The id of the channel.' }),
  address: string({ about: 'The URL of the webhook.' }),
  ...deliveryProperties,
  messageNumber: string({ about: 'The number of the message.' }),
})

const Outbox = object('Outbox', {
  mails: array(OutgoingMail, { about: 'The latest mails, the newest last.' }),
  webhooks: array(WebhookDelivery, {
    about: 'The latest messages of channels that were sent, the newest last.',
  }),
  unwritten: integer({ about: 'The number of pending jobs that write mail.' }),
})

type OutgoingMail = TypeOf<typeof OutgoingMail>

const mailsShownMax = 1000
const deliveriesShownMax = 1000

const listOutbox = operation(
  {
    id: 'workbench.outbox.list',
    http: 'GET /outbox',
    summary: 'Lists mail, whether or not it was sent, and push notifications.',
    reply: Outbox,
  },
  async ({ database, mailKinds }) => {
    // Counted first: a mail that is no longer counted has been written, and is shown.
    const unwritten = (await jobCounts(database))
      .filter(({ kind, state }) => mailKinds.includes(kind) && state !== 'dead')
      .reduce((sum, { count }) => sum + count, 0)
    const mails = await latestMails(database, mailsShownMax)
    const webhooks = await latestDeliveries(database, deliveriesShownMax)
    return { mails: mails.map(wireMail), webhooks, unwritten }
  },
)

export const outboxOperations = [listOutbox]

const wireMail = (mail: Mail): OutgoingMail => ({
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
  createdAt: wireMoment(mail.createdAtMs),
  ...(mail.sentAtMs !== null && { sentAt: wireMoment(mail.sentAtMs) }),
})

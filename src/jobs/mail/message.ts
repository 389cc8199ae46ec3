import { dateOf } from '#/kernel/clock.ts'
import type { Mail } from './mail.ts'

/**
 * A mail as nodemailer takes it. Addresses are passed in parts and the envelope explicitly, so that no text
 * of a user is parsed as an address.
 */
export const messageOf = (mail: Mail) => ({
  envelope: { from: mail.sender, to: [mail.recipient] },
  from: { name: mail.senderName ?? '', address: mail.sender },
  to: { name: '', address: mail.recipient },
  ...(mail.replyTo !== null && { replyTo: { name: '', address: mail.replyTo } }),
  subject: mail.subject,
  messageId: `<${mail.messageId}>`,
  date: dateOf(mail.createdAtMs),
  // Prevents automatic replies.
  headers: { 'Auto-Submitted': 'auto-generated' },
  text: mail.textPart,
  html: mail.htmlPart,
  ...(mail.calendarPart !== null && {
    icalEvent: {
      method: mail.calendarMethod ?? 'PUBLISH',
      content: mail.calendarPart,
      filename: 'invite.ics',
    },
  }),
})

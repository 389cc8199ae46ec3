import { oneLine } from './clean-text.ts'
import { titleOf } from './event-facts.ts'
import type { EventMail } from './jobs.ts'

export const subjectOf = (mail: EventMail): string => `${subjectWord(mail)}: ${titleOf(mail.event)}`

function subjectWord(mail: EventMail): string {
  if (mail.method === 'CANCEL') return 'Cancelled event'
  if (mail.method === 'REPLY') return answerOf(mail).subject
  return mail.isUpdate ? 'Updated invitation' : 'Invitation'
}

/** The sentence that a mail about an event begins with. */
export function openingOf(mail: EventMail, name: string): string {
  if (mail.method === 'CANCEL') return `${name} has cancelled this event.`
  if (mail.method === 'REPLY') return `${name} ${answerOf(mail).opening}${commentOf(mail)}`
  return mail.isUpdate ? `${name} has changed this event.` : `${name} invites you to this event.`
}

/** What the one who answers says. */
const ownEntryOf = ({ event, from }: EventMail) =>
  event.attendees?.find(({ email }) => email?.toLowerCase() === from.email.toLowerCase())

const answerOf = (mail: EventMail) =>
  answers[ownEntryOf(mail)?.responseStatus ?? 'needsAction'] ?? answers.needsAction!

function commentOf(mail: EventMail): string {
  const comment = oneLine(ownEntryOf(mail)?.comment ?? '')
  return comment === '' ? '' : ` They say: ${comment}`
}

const answers: Readonly<Record<string, { readonly subject: string; readonly opening: string }>> = {
  accepted: { subject: 'Accepted', opening: 'has accepted this invitation.' },
  declined: { subject: 'Declined', opening: 'has declined this invitation.' },
  tentative: { subject: 'Tentative', opening: 'may come to this event.' },
  needsAction: { subject: 'No answer', opening: 'has taken back the answer to this invitation.' },
}

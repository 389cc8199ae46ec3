/** What somebody wants to be sent. */
export interface NewMail {
  /** Names the mail, so that putting it twice makes one mail: see `mailIdOf`. */
  readonly id: string
  readonly to: string
  /** Whom it is from, for people; the address is the server's own. */
  readonly fromName?: string
  /** Where answers go. */
  readonly replyTo?: string
  /** One line. */
  readonly subject: string
  readonly text: string
  readonly html: string
  /** An iCalendar text, which goes along for mail programs and as a file. */
  readonly calendar?: MailedCalendar
}

export interface MailedCalendar {
  readonly method: string
  readonly text: string
}

/** On its way; taken by the mail server; not sent because there is none; refused or given up. */
export type MailState = 'waiting' | 'sent' | 'kept' | 'failed'

/** A mail as it is kept. */
export interface Mail {
  readonly id: string
  readonly recipient: string
  readonly sender: string
  readonly senderName: string | null
  readonly replyTo: string | null
  readonly subject: string
  readonly textPart: string
  readonly htmlPart: string
  readonly calendarPart: string | null
  readonly calendarMethod: string | null
  /** Without its angle brackets; a receiver knows a repeated mail by it. */
  readonly messageId: string
  readonly state: MailState
  readonly attempts: number
  readonly lastError: string | null
  readonly createdAtMs: number
  readonly sentAtMs: number | null
}

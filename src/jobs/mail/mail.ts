/** A mail to be sent. */
export interface NewMail {
  /** Identifies the mail, so that writing it twice creates one mail: see `mailIdOf`. */
  readonly id: string
  readonly to: string
  /** The display name of the sender. The address is that of the server. */
  readonly fromName?: string
  /** The address for replies. */
  readonly replyTo?: string
  /** One line. */
  readonly subject: string
  readonly text: string
  readonly html: string
  /** An iCalendar text, sent as an alternative for mail clients and as an attachment. */
  readonly calendar?: MailedCalendar
}

interface MailedCalendar {
  readonly method: string
  readonly text: string
}

/**
 * Not sent yet; accepted by the mail server; not sent because there is no mail server; rejected or given up.
 */
export type MailState = 'waiting' | 'sent' | 'kept' | 'failed'

/** A stored mail. */
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
  /** Without angle brackets. Receivers recognize repeated mail by it. */
  readonly messageId: string
  readonly state: MailState
  readonly attempts: number
  readonly lastError: string | null
  readonly createdAtMs: number
  readonly sentAtMs: number | null
}

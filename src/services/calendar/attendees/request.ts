import type { GuestChange } from './guest-change.ts'

export interface DeclinedInstance {
  /** The original start of the instance. */
  readonly originalStart: number
  readonly comment?: string
}

/**
 * What an attendee has said on their own copy and the organizer's event has yet to take over. It stays
 * with the copy until then.
 */
export interface Request {
  /** Orders the requests of one calendar about an event and its instances. */
  readonly number: number
  /** The change number of the organizer's event that it is about. */
  readonly base: number
  readonly change: GuestChange
  /** Instances that the calendar has declined by itself. */
  readonly declines?: readonly DeclinedInstance[]
  /** The calendar has responded by itself. */
  readonly isAutomatic?: true
  /** Whose change it is; for automatic responses, who has invited the calendar. */
  readonly by: { readonly userId: string; readonly email: string }
  readonly sendUpdates: 'all' | 'externalOnly' | 'none'
}

export type Role = 'freeBusyReader' | 'reader' | 'writerWithoutPrivateAccess' | 'writer' | 'owner'

/** An entry of the user's calendar list. */
export interface CalendarEntry {
  readonly id: string
  readonly summary: string
  readonly summaryOverride?: string
  readonly description?: string
  readonly timeZone?: string
  readonly colorId?: string
  readonly backgroundColor?: string
  readonly selected?: boolean
  readonly hidden?: boolean
  readonly primary?: boolean
  readonly accessRole: Role
  readonly defaultReminders?: readonly Reminder[]
}

export interface EventTime {
  readonly date?: string | null
  readonly dateTime?: string | null
  readonly timeZone?: string | null
}

export interface Reminder {
  readonly method: string
  readonly minutes: number
}

export type ResponseStatus = 'needsAction' | 'declined' | 'tentative' | 'accepted'

export interface Attendee {
  readonly email: string
  readonly displayName?: string
  readonly optional?: boolean
  readonly organizer?: boolean
  readonly self?: boolean
  readonly resource?: boolean
  readonly responseStatus?: ResponseStatus
}

export interface Person {
  readonly email?: string
  readonly displayName?: string
  readonly self?: boolean
}

export interface CalendarEvent {
  readonly id: string
  readonly status?: string
  readonly summary?: string
  readonly description?: string
  readonly location?: string
  readonly colorId?: string
  readonly creator?: Person
  readonly organizer?: Person
  readonly start: EventTime
  readonly end: EventTime
  readonly recurrence?: readonly string[]
  readonly recurringEventId?: string
  readonly originalStartTime?: EventTime
  readonly transparency?: string
  readonly visibility?: string
  readonly attendees?: readonly Attendee[]
  readonly attendeesOmitted?: boolean
  readonly guestsCanInviteOthers?: boolean
  readonly guestsCanModify?: boolean
  readonly guestsCanSeeOtherGuests?: boolean
  readonly anyoneCanAddSelf?: boolean
  readonly attachments?: readonly object[]
  readonly extendedProperties?: object
  readonly source?: object
  readonly hangoutLink?: string
  readonly conferenceData?: {
    readonly entryPoints?: readonly { readonly entryPointType?: string; readonly uri?: string }[]
  }
  readonly eventType?: string
  readonly locked?: boolean
  readonly reminders?: { readonly useDefault?: boolean; readonly overrides?: readonly Reminder[] }
}

/** The body of a patch request; null removes a field. */
export type EventPatch = {
  readonly [Name in keyof CalendarEvent]?: CalendarEvent[Name] | null
}

export interface EventPage {
  readonly items?: readonly CalendarEvent[]
  readonly nextPageToken?: string
}

export interface Palette {
  readonly calendar: Readonly<Record<string, { readonly background: string }>>
  readonly event: Readonly<Record<string, { readonly background: string }>>
}

export interface AclRule {
  readonly id: string
  readonly role: Role | 'none'
  readonly scope: {
    readonly type: 'default' | 'user' | 'group' | 'domain'
    readonly value?: string
  }
}

export interface BusyTime {
  readonly start: string
  readonly end: string
}

export interface FreeBusy {
  readonly calendars?: Readonly<
    Record<string, { readonly busy?: readonly BusyTime[]; readonly errors?: readonly object[] }>
  >
  /** The members of the groups that were requested. */
  readonly groups?: Readonly<Record<string, { readonly calendars?: readonly string[] }>>
}

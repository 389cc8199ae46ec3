/** How the flags of a call want the body to be read. */
export interface EventReading {
  /** 0 or 1. With 0 a body says nothing about conferences. */
  readonly conferenceDataVersion: number
  /** 0 or 1. With 0 a body says nothing about labels, with 1 nothing about colours. */
  readonly eventLabelVersion: number
  readonly supportsAttachments: boolean
}

/** What the rules of events look at besides the event. */
export interface EventContext {
  readonly calendar: {
    readonly id: string
    readonly isPrimary: boolean
    readonly timeZone: string
    /** Kinds of conference that events here may have. */
    readonly conferenceTypes: readonly string[]
    readonly labelIds: ReadonlySet<string>
  }
  readonly reading: EventReading
  /** Invents a conference: a code such as `abc-defg-hij`, the address it has, and a signature. */
  readonly newConference: () => NewConference
  /** The caller is a service account that acts for nobody. */
  readonly isBareServiceAccount: boolean
  readonly attendeesMax: number
}

export interface NewConference {
  readonly code: string
  readonly uri: string
  readonly signature: string
}

/** What somebody can be to a calendar, from nobody to the one whose data it is. */
export const standings = [
  'none',
  'freeBusyReader',
  'reader',
  'writerWithoutPrivateAccess',
  'writer',
  'owner',
  'dataOwner',
] as const

export type Standing = (typeof standings)[number]

/** One operation: who may call it, what the others are told, and how to call it without harm. */
export interface AccessRow {
  /** The least that a caller has to be; `anybody` where the operation names no calendar. */
  readonly least: Exclude<Standing, 'none'> | 'administrator' | 'anybody'
  /** What too low a role is told. Who has none at all is always told that nothing is there. */
  readonly tooLow?: 'forbidden' | 'requiredAccessLevel'
  /** From which role on the answer shows what the calendar says; below, it is masked. */
  readonly wholeFrom?: Standing
  /**
   * It heeds If-Match, so that it does nothing when the caller names an etag that nothing has, and
   * this is its status when it is done in earnest.
   */
  readonly guarded?: 200 | 204
  /** What it answers whoever may call it, where what the call names is not there. */
  readonly misses?: 404
  /** It does something only to the calendar that every user has. */
  readonly isForPrimary?: true
  readonly query?: (ids: Ids) => string
  readonly body?: (ids: Ids) => object
}

/** What the parameters of paths are filled with, by their names, and whom bodies speak of. */
export interface Ids {
  readonly calendarId: string
  readonly ruleId: string
  readonly setting: string
  /** A series on the calendar. */
  readonly eventId: string
  /** Who has the rule of that id. */
  readonly bystander: string
}

/** The role that the bystander has, so that giving it again changes nothing. */
export const bystanderRole = 'freeBusyReader'

const rule = ({ bystander }: Ids) => ({
  role: bystanderRole,
  scope: { type: 'user', value: bystander },
})

const summary = () => ({ summary: 'Another title' })
const override = () => ({ summaryOverride: 'My own title' })

const times = {
  start: { dateTime: '2026-05-04T10:00:00Z', timeZone: 'UTC' },
  end: { dateTime: '2026-05-04T11:00:00Z', timeZone: 'UTC' },
}
const event = () => ({ summary: 'Another title', ...times })

let channels = 0
/** Nobody listens there. */
const channel = () => ({
  id: `matrix-${++channels}`,
  type: 'web_hook',
  address: 'http://127.0.0.1:9/hook',
})

/** What reads events: those who may only know when somebody is busy see no more than that. */
const readsEvents = { least: 'freeBusyReader', wholeFrom: 'reader' } as const
const writesEvents = {
  least: 'writerWithoutPrivateAccess',
  tooLow: 'requiredAccessLevel',
} as const

/** Every operation of the calendar service. */
export const accessRows: Readonly<Record<string, AccessRow>> = {
  'calendar.acl.delete': { least: 'owner', tooLow: 'forbidden', guarded: 204 },
  'calendar.acl.get': { least: 'writer', tooLow: 'forbidden' },
  'calendar.acl.insert': { least: 'owner', tooLow: 'forbidden', body: rule },
  'calendar.acl.list': { least: 'writer', tooLow: 'forbidden' },
  'calendar.acl.patch': { least: 'owner', tooLow: 'forbidden', guarded: 200, body: rule },
  'calendar.acl.update': { least: 'owner', tooLow: 'forbidden', guarded: 200, body: rule },
  'calendar.acl.watch': { least: 'writer', tooLow: 'forbidden', body: channel },

  'calendar.calendarList.delete': { least: 'freeBusyReader', guarded: 204 },
  'calendar.calendarList.get': { least: 'freeBusyReader', wholeFrom: 'reader' },
  'calendar.calendarList.insert': {
    least: 'freeBusyReader',
    wholeFrom: 'reader',
    body: ({ calendarId }) => ({ id: calendarId }),
  },
  'calendar.calendarList.list': { least: 'anybody' },
  'calendar.calendarList.patch': {
    least: 'freeBusyReader',
    wholeFrom: 'reader',
    guarded: 200,
    body: override,
  },
  'calendar.calendarList.update': {
    least: 'freeBusyReader',
    wholeFrom: 'reader',
    guarded: 200,
    body: override,
  },
  'calendar.calendarList.watch': { least: 'anybody', body: channel },

  'calendar.calendars.clear': {
    least: 'owner',
    tooLow: 'requiredAccessLevel',
    guarded: 204,
    isForPrimary: true,
  },
  'calendar.calendars.delete': { least: 'dataOwner', tooLow: 'forbidden', guarded: 204 },
  'calendar.calendars.get': { least: 'freeBusyReader' },
  'calendar.calendars.insert': { least: 'anybody', body: summary },
  'calendar.calendars.patch': {
    least: 'owner',
    tooLow: 'requiredAccessLevel',
    guarded: 200,
    body: summary,
  },
  'calendar.calendars.transferOwnership': {
    least: 'administrator',
    tooLow: 'forbidden',
    guarded: 204,
    query: ({ bystander }) => `?newDataOwner=${bystander}&useAdminAccess=true`,
  },
  'calendar.calendars.update': {
    least: 'owner',
    tooLow: 'requiredAccessLevel',
    guarded: 200,
    body: summary,
  },

  // Who may stop a channel is whoever has opened it.
  'calendar.channels.stop': {
    least: 'anybody',
    misses: 404,
    body: () => ({ id: 'nosuch', resourceId: 'nosuch' }),
  },

  'calendar.colors.get': { least: 'anybody' },

  'calendar.events.delete': { ...writesEvents, guarded: 204 },
  'calendar.events.get': readsEvents,
  'calendar.events.import': {
    ...writesEvents,
    body: () => ({ ...event(), iCalUID: 'imported@example.org' }),
  },
  'calendar.events.insert': { ...writesEvents, body: event },
  'calendar.events.instances': readsEvents,
  'calendar.events.list': readsEvents,
  'calendar.events.move': { ...writesEvents, guarded: 200, query: () => '?destination=primary' },
  'calendar.events.patch': { ...writesEvents, guarded: 200, body: summary },
  'calendar.events.quickAdd': { ...writesEvents, query: () => '?text=Lunch' },
  'calendar.events.update': { ...writesEvents, guarded: 200, body: event },
  'calendar.events.watch': { least: 'freeBusyReader', body: channel },

  // It answers for each calendar by itself.
  'calendar.freebusy.query': {
    least: 'anybody',
    body: ({ calendarId }) => ({
      timeMin: '2026-05-04T00:00:00Z',
      timeMax: '2026-05-05T00:00:00Z',
      items: [{ id: calendarId }],
    }),
  },

  'calendar.settings.get': { least: 'anybody' },
  'calendar.settings.list': { least: 'anybody' },
  'calendar.settings.watch': { least: 'anybody', body: channel },
}

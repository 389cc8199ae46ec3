import type { Scope } from '#/contract/operation.ts'

const scope = (name: string, about: string): Scope => ({
  uri: `https://www.googleapis.com/auth/${name}`,
  about,
})

/** All scopes of the calendar service. */
export const calendarScopes = {
  everything: scope('calendar', 'See, change, share and delete everything in your calendars'),
  read: scope('calendar.readonly', 'See everything in your calendars'),
  acls: scope('calendar.acls', 'See and change who your calendars are shared with'),
  readAcls: scope('calendar.acls.readonly', 'See who your calendars are shared with'),
  appCreated: scope('calendar.app.created', 'Make calendars, and use the ones this app has made'),
  list: scope('calendar.calendarlist', 'See your list of calendars, add to it and remove from it'),
  readList: scope('calendar.calendarlist.readonly', 'See your list of calendars'),
  calendars: scope('calendar.calendars', 'See and change the properties of your calendars'),
  readCalendars: scope('calendar.calendars.readonly', 'See the properties of your calendars'),
  events: scope('calendar.events', 'See and change the events of your calendars'),
  freeBusyEvents: scope('calendar.events.freebusy', 'See when you are busy'),
  ownedEvents: scope('calendar.events.owned', 'See and change events on calendars you own'),
  readOwnedEvents: scope('calendar.events.owned.readonly', 'See events on calendars you own'),
  publicEvents: scope('calendar.events.public.readonly', 'See events on public calendars'),
  readEvents: scope('calendar.events.readonly', 'See the events of your calendars'),
  freeBusy: scope('calendar.freebusy', 'See when you and others are busy'),
  readSettings: scope('calendar.settings.readonly', 'See your calendar settings'),
} as const

const all = calendarScopes

export const canClearCalendars = [all.everything, all.calendars]
export const canWriteCalendars = [...canClearCalendars, all.appCreated]
export const canReadCalendars = [...canWriteCalendars, all.readCalendars, all.read]
export const canWriteAcls = [all.everything, all.acls]
export const canListAcls = [...canWriteAcls, all.readAcls]
export const canReadAcl = [...canListAcls, all.read]
export const canAddToList = [all.everything, all.list]
export const canReadList = [...canAddToList, all.readList, all.read]
export const canWriteListEntry = [...canAddToList, all.appCreated]
export const canReadListEntry = [...canReadList, all.appCreated]
export const canMoveEvents = [all.everything, all.events, all.ownedEvents]
export const canWriteEvents = [...canMoveEvents, all.appCreated]
export const canReadEvents = [
  ...canWriteEvents,
  all.read,
  all.readEvents,
  all.readOwnedEvents,
  all.freeBusyEvents,
  all.publicEvents,
]
/** An export contains more than free/busy information. */
export const canExport = canReadEvents.filter((scope) => scope !== all.freeBusyEvents)
/** A search reveals the calendars on the list and their content. */
export const canSearchEvents = [all.everything, all.read]
export const canReadDirectory = [all.everything, all.read]
export const canReadFreeBusy = [all.everything, all.read, all.freeBusy, all.freeBusyEvents]
export const canReadSettings = [all.everything, all.read, all.readSettings]
export const canStopChannels = [
  all.everything,
  all.read,
  all.acls,
  all.readAcls,
  all.appCreated,
  all.list,
  all.readList,
  all.events,
  all.freeBusyEvents,
  all.ownedEvents,
  all.readOwnedEvents,
  all.publicEvents,
  all.readEvents,
  all.readSettings,
]
/** Channels reveal where the user's programs are reached. */
export const canReadChannels = [all.everything, all.read]
export const canManageChannels = [all.everything]
/** A stream reports changes to whatever these scopes can read. */
export const canStream = [...new Set([...canReadList, ...canReadSettings, ...canReadEvents])]
export const canWriteSettings = [all.everything]
export const canReadColors = [
  all.everything,
  all.read,
  all.appCreated,
  all.list,
  all.readList,
  all.freeBusyEvents,
  all.ownedEvents,
  all.readOwnedEvents,
  all.publicEvents,
]

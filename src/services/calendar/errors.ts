import { atParameter, invalid, refusal, refuse } from '#/kernel/errors.ts'

const ofCalendar = (reason: string, message: string) => refusal(reason, message, 'calendar')

/** Makes an error of this service, whose message says all there is to say. */
const calendarError = (status: number, reason: string, message: string) => () =>
  refuse(status, ofCalendar(reason, message))

const badChannel = (reason: string, message: string) => () => refuse(400, refusal(reason, message))

/** A sync token covers the whole list, so no other filter is allowed. */
export const notWithSyncToken = (parameter: string) =>
  invalid(parameter, 'Sync token cannot be used with other request restrictions.')

export const notWithSyncTokenOrdering = () =>
  invalid('orderBy', 'Sync token cannot be used with a non-default ordering.')

export const orderingNotAvailable = () => {
  const message =
    'The requested ordering is not available for the particular query: it needs singleEvents.'
  return refuse(400, atParameter(refusal('badRequest', message), 'orderBy'))
}

const emptyRange = ofCalendar('timeRangeEmpty', 'The specified time range is empty.')

/** The end of a window does not lie after its start. */
export const emptyWindow = () => refuse(400, atParameter(emptyRange, 'timeMax'))

/** An event ends before it starts. */
export const timeRangeEmpty = () => refuse(400, emptyRange)

/** The window of a free/busy query is too wide. */
export const timeRangeTooLong = (daysMax: number) =>
  refuse(
    400,
    ofCalendar('timeRangeTooLong', `The requested time range is longer than ${daysMax} days.`),
  )

export const eventDurationExceedsLimit = (daysMax: number) =>
  refuse(400, ofCalendar('eventDurationExceedsLimit', `An event lasts ${daysMax} days at most.`))

export const cannotUseDefaultRemindersAndSpecifyOverride = calendarError(
  400,
  'cannotUseDefaultRemindersAndSpecifyOverride',
  'An event has the default reminders or reminders of its own, not both.',
)

export const eventRemindersCountExceedsLimit = (countMax: number) =>
  refuse(
    400,
    ofCalendar('eventRemindersCountExceedsLimit', `An event has at most ${countMax} reminders.`),
  )

/** An event of this type cannot have the property, or cannot be created this way. */
export const eventTypeRestriction = (message: string) =>
  refuse(400, ofCalendar('eventTypeRestriction', message))

export const cannotChangeOrganizerOfInstance = calendarError(
  400,
  'cannotChangeOrganizerOfInstance',
  'The organizer of a series can be changed, that of a single instance cannot.',
)

export const malformedWorkingLocationEvent = (message: string) =>
  refuse(400, ofCalendar('malformedWorkingLocationEvent', message))

export const participantIsNeitherOrganizerNorAttendee = calendarError(
  400,
  'participantIsNeitherOrganizerNorAttendee',
  'The calendar is neither the organizer nor an attendee of the event.',
)

/** The id belongs to a channel of the same client that is still alive. */
export const channelIdNotUnique = badChannel('channelIdNotUnique', 'Channel id not unique')

export const channelIdInvalid = badChannel(
  'push.channelIdInvalid',
  'Invalid channel id: up to 64 of A-Z a-z 0-9 - _ + / =',
)

export const webhookUrlNotHttps = badChannel(
  'push.webhookUrlNotHttps',
  'The address of a channel has to be https.',
)

export const webhookUrlNoHostOrAddress = badChannel(
  'push.webhookUrlNoHostOrAddress',
  'The address of a channel has to be a web address.',
)

export const webhookUrlNotPublic = badChannel(
  'push.webhookUrlUnauthorized',
  'The address of a channel has to be a public one.',
)

export const webhookPortNotAllowed = badChannel(
  'push.webhookUrlUnauthorized',
  'Messages are not sent to this port of an address.',
)

export const webhookHostNotAllowed = badChannel(
  'push.webhookUrlUnauthorized',
  'This server does not send messages to this host.',
)

export const invalidScopeValue = (message: string) =>
  refuse(400, ofCalendar('invalidScopeValue', message))

export const illegalAccessRoleForDefault = calendarError(
  400,
  'illegalAccessRoleForDefault',
  'The public can have reader access at most.',
)

/** Of the two kinds of writers, the message names the plain one, which clients know. */
export const requiredAccessLevel = (role: string) => {
  const named = role === 'writerWithoutPrivateAccess' ? 'writer' : role
  return refuse(
    403,
    ofCalendar('requiredAccessLevel', `You need to have ${named} access to this calendar.`),
  )
}

export const forbiddenForServiceAccounts = calendarError(
  403,
  'forbiddenForServiceAccounts',
  'A service account invites attendees only on behalf of a user.',
)

/** Only the organizer decides what guests may do. */
export const forbiddenForNonOrganizer = calendarError(
  403,
  'forbiddenForNonOrganizer',
  'Shared properties can only be changed by the organizer of the event.',
)

/** An attendee copy cannot be moved to another organizer. */
export const cannotChangeOrganizer = calendarError(
  403,
  'cannotChangeOrganizer',
  'Only the organizer of an event can give it away.',
)

export const cannotDeletePrimaryCalendar = calendarError(
  403,
  'cannotDeletePrimaryCalendar',
  'A primary calendar cannot be deleted.',
)

export const cannotChangeOwnAcl = calendarError(
  403,
  'cannotChangeOwnAcl',
  'Nobody can change their own access level.',
)

export const cannotChangeOwnerAcl = calendarError(
  403,
  'cannotChangeOwnerAcl',
  "The access level of a calendar's owner cannot be changed.",
)

export const cannotUnsubscribeFromOwnedCalendar = calendarError(
  403,
  'cannotUnsubscribeFromOwnedCalendar',
  'The owner of a calendar can hide it, but not take it off the list.',
)

export const cannotChangeOwnPrimarySubscription = calendarError(
  403,
  'cannotChangeOwnPrimarySubscription',
  'The primary calendar can neither be hidden nor taken off the list.',
)

/** A calendar or a user has reached a limit that does not depend on time. */
export const quotaExceeded = (message = 'Calendar usage limits exceeded.') =>
  refuse(403, refusal('quotaExceeded', message, 'usageLimits'))

export const updatedMinTooLongAgo = () => {
  const message = 'The requested minimum modification time lies too far in the past.'
  return refuse(410, atParameter(ofCalendar('updatedMinTooLongAgo', message), 'updatedMin'))
}

export const resourceDeleted = () => refuse(410, refusal('deleted', 'Resource has been deleted'))

/** A precondition that RFC 4791 names is not met: the reason is the name of its element. */
export const calendarPrecondition = (name: string, message: string, status = 403) =>
  refuse(status, refusal(name, message, 'caldav'))

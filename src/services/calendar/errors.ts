import { atParameter, refusal, refuse } from '#/kernel/errors.ts'

const ofCalendar = (reason: string, message: string) => refusal(reason, message, 'calendar')

/** A sync token covers the whole list, so no other filter is allowed. */
export const notWithSyncToken = (parameter: string) =>
  refuse(
    400,
    atParameter(
      refusal('invalid', 'Sync token cannot be used with other request restrictions.'),
      parameter,
    ),
  )

export const notWithSyncTokenOrdering = () =>
  refuse(
    400,
    atParameter(
      refusal('invalid', 'Sync token cannot be used with a non-default ordering.'),
      'orderBy',
    ),
  )

export const orderingNotAvailable = () =>
  refuse(
    400,
    atParameter(
      refusal(
        'badRequest',
        'The requested ordering is not available for the particular query: it needs singleEvents.',
      ),
      'orderBy',
    ),
  )

/** The upper bound of a window in time does not lie after the lower one. */
export const emptyWindow = () =>
  refuse(
    400,
    atParameter(ofCalendar('timeRangeEmpty', 'The specified time range is empty.'), 'timeMax'),
  )

/** A window of time that is wider than one question can be about. */
export const timeRangeTooLong = (daysMax: number) =>
  refuse(
    400,
    ofCalendar('timeRangeTooLong', `The requested time range is longer than ${daysMax} days.`),
  )

/** An event ends before it starts. */
export const timeRangeEmpty = () =>
  refuse(400, ofCalendar('timeRangeEmpty', 'The specified time range is empty.'))

export const eventDurationExceedsLimit = (daysMax: number) =>
  refuse(400, ofCalendar('eventDurationExceedsLimit', `An event lasts ${daysMax} days at most.`))

export const cannotUseDefaultRemindersAndSpecifyOverride = () =>
  refuse(
    400,
    ofCalendar(
      'cannotUseDefaultRemindersAndSpecifyOverride',
      'An event has the default reminders or reminders of its own, not both.',
    ),
  )

export const eventRemindersCountExceedsLimit = (countMax: number) =>
  refuse(
    400,
    ofCalendar('eventRemindersCountExceedsLimit', `An event has at most ${countMax} reminders.`),
  )

/** Events of this type cannot be so, or cannot be had this way. */
export const eventTypeRestriction = (message: string) =>
  refuse(400, ofCalendar('eventTypeRestriction', message))

export const cannotChangeOrganizerOfInstance = () =>
  refuse(
    400,
    ofCalendar(
      'cannotChangeOrganizerOfInstance',
      'The organizer of a series can be changed, that of a single instance cannot.',
    ),
  )

export const malformedWorkingLocationEvent = (message: string) =>
  refuse(400, ofCalendar('malformedWorkingLocationEvent', message))

export const participantIsNeitherOrganizerNorAttendee = () =>
  refuse(
    400,
    ofCalendar(
      'participantIsNeitherOrganizerNorAttendee',
      'The calendar is neither the organizer nor an attendee of the event.',
    ),
  )

/** The id belongs to a channel of the same client that is still alive. */
export const channelIdNotUnique = () =>
  refuse(400, refusal('channelIdNotUnique', 'Channel id not unique'))

export const channelIdInvalid = () =>
  refuse(
    400,
    refusal('push.channelIdInvalid', 'Invalid channel id: up to 64 of A-Z a-z 0-9 - _ + / ='),
  )

export const webhookUrlNotHttps = () =>
  refuse(400, refusal('push.webhookUrlNotHttps', 'The address of a channel has to be https.'))

export const webhookUrlNoHostOrAddress = () =>
  refuse(
    400,
    refusal('push.webhookUrlNoHostOrAddress', 'The address of a channel has to be a web address.'),
  )

export const webhookUrlNotPublic = () =>
  refuse(
    400,
    refusal('push.webhookUrlUnauthorized', 'The address of a channel has to be a public one.'),
  )

export const webhookPortNotAllowed = () =>
  refuse(
    400,
    refusal('push.webhookUrlUnauthorized', 'Messages are not sent to this port of an address.'),
  )

export const webhookHostNotAllowed = () =>
  refuse(
    400,
    refusal('push.webhookUrlUnauthorized', 'This server does not send messages to this host.'),
  )

export const invalidScopeValue = (message: string) =>
  refuse(400, ofCalendar('invalidScopeValue', message))

export const illegalAccessRoleForDefault = () =>
  refuse(
    400,
    ofCalendar('illegalAccessRoleForDefault', 'The public can have reader access at most.'),
  )

/** Of the two kinds of writers the message names the plain one, which clients know. */
export const requiredAccessLevel = (role: string) => {
  const named = role === 'writerWithoutPrivateAccess' ? 'writer' : role
  return refuse(
    403,
    ofCalendar('requiredAccessLevel', `You need to have ${named} access to this calendar.`),
  )
}

export const forbiddenForServiceAccounts = () =>
  refuse(
    403,
    ofCalendar(
      'forbiddenForServiceAccounts',
      'A service account invites attendees only on behalf of a user.',
    ),
  )

/** What guests may do is for the organizer to say. */
export const forbiddenForNonOrganizer = () =>
  refuse(
    403,
    ofCalendar(
      'forbiddenForNonOrganizer',
      'Shared properties can only be changed by the organizer of the event.',
    ),
  )

/** Only the copy of the organizer can be given away. */
export const cannotChangeOrganizer = () =>
  refuse(
    403,
    ofCalendar('cannotChangeOrganizer', 'Only the organizer of an event can give it away.'),
  )

export const cannotDeletePrimaryCalendar = () =>
  refuse(403, ofCalendar('cannotDeletePrimaryCalendar', 'A primary calendar cannot be deleted.'))

export const cannotChangeOwnAcl = () =>
  refuse(403, ofCalendar('cannotChangeOwnAcl', 'Nobody can change their own access level.'))

export const cannotChangeOwnerAcl = () =>
  refuse(
    403,
    ofCalendar('cannotChangeOwnerAcl', "The access level of a calendar's owner cannot be changed."),
  )

export const cannotUnsubscribeFromOwnedCalendar = () =>
  refuse(
    403,
    ofCalendar(
      'cannotUnsubscribeFromOwnedCalendar',
      'The owner of a calendar can hide it, but not take it off the list.',
    ),
  )

export const cannotChangeOwnPrimarySubscription = () =>
  refuse(
    403,
    ofCalendar(
      'cannotChangeOwnPrimarySubscription',
      'The primary calendar can neither be hidden nor taken off the list.',
    ),
  )

/** More of something than one calendar can have, or one user can do, however slowly. */
export const quotaExceeded = (message = 'Calendar usage limits exceeded.') =>
  refuse(403, refusal('quotaExceeded', message, 'usageLimits'))

export const updatedMinTooLongAgo = () =>
  refuse(
    410,
    atParameter(
      ofCalendar(
        'updatedMinTooLongAgo',
        'The requested minimum modification time lies too far in the past.',
      ),
      'updatedMin',
    ),
  )

export const resourceDeleted = () => refuse(410, refusal('deleted', 'Resource has been deleted'))

/** A precondition that RFC 4791 names is not met: the reason is the name of its element. */
export const calendarPrecondition = (name: string, message: string, status = 403) =>
  refuse(status, refusal(name, message, 'caldav'))

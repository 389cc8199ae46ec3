import type { Event } from '../../schemas/event.ts'
import { describedAttachments } from './attachments.ts'
import { describedAttendees } from './attendees.ts'
import { birthdayRecurrence } from './birthday.ts'
import { describedColorAndLabel } from './color-and-label.ts'
import { describedConference, hangoutLinkOf } from './conference.ts'
import type { EventContent } from './event-content.ts'
import type { EventContext } from './event-context.ts'
import { describedRecurrence } from './event-recurrence.ts'
import type { EventType } from './event-type.ts'
import { describedProperties } from './extended-properties.ts'
import { memberOf } from './member.ts'
import type { EventTimes } from './times.ts'
import { defaultTitle, describedTypeProperties, type TypeProperties } from './type-properties.ts'
import { describedVisibility } from './visibility.ts'
import { withoutAbsent } from './without-absent.ts'

/** An event on its way from what its writer wants to what it says. */
export interface Drafted {
  readonly draft: Event
  readonly type: EventType
  readonly times: EventTimes
  readonly context: EventContext
  /** The event as it stands; undefined where it is new. */
  readonly stored: Event | undefined
}

export function describedContent(drafted: Drafted): EventContent {
  const { draft, type, context, stored } = drafted
  const recurrence = recurrenceOf(drafted)
  const attendees = attendeesOf(drafted)
  const { colorId, eventLabelId } = describedColorAndLabel(draft, stored, context)
  const { transparency, visibility } = describedVisibility(type, draft)
  const properties = describedTypeProperties(type, draft, stored)
  const conferenceData = describedConference(draft.conferenceData, stored?.conferenceData, context)
  return withoutAbsent({
    status: memberOf(statuses, draft.status, 'status') ?? 'confirmed',
    summary: titleOf(drafted, properties),
    description: draft.description || undefined,
    location: draft.location || undefined,
    colorId,
    eventLabelId,
    recurrence,
    transparency,
    visibility,
    attendees,
    attendeesOmitted: stored?.attendeesOmitted || undefined,
    extendedProperties: describedProperties(draft.extendedProperties),
    hangoutLink: hangoutLinkOf(conferenceData),
    conferenceData,
    ...guestRights(draft),
    privateCopy: (stored ?? draft).privateCopy || undefined,
    attachments: attachmentsOf(drafted),
    ...properties,
    eventType: type,
  }) as EventContent
}

/** A title that nobody has given changes with what it was made of. */
function titleOf({ draft, type, stored }: Drafted, properties: TypeProperties): string | undefined {
  const { summary } = draft
  const isGiven = summary && (stored === undefined || summary !== defaultTitle(type, stored))
  return isGiven ? summary : defaultTitle(type, properties)
}

const statuses = ['confirmed', 'tentative', 'cancelled']

function recurrenceOf({ draft, type, times, stored }: Drafted): readonly string[] | undefined {
  const isInstance = stored?.recurringEventId !== undefined
  if (type !== 'birthday' || isInstance) {
    return describedRecurrence(draft.recurrence, times, isInstance)
  }
  // The rule follows the date, which is all of it that can change.
  return birthdayRecurrence(times, stored === undefined ? draft.recurrence : [])
}

const attendeesOf = ({ draft, context, stored }: Drafted) =>
  describedAttendees(
    {
      given: draft.attendees,
      stored: stored?.attendees,
      isPartial: stored !== undefined && draft.attendeesOmitted === true,
    },
    context,
  )

const attachmentsOf = ({ draft, context, stored }: Drafted) =>
  context.reading.supportsAttachments
    ? describedAttachments(draft.attachments)
    : stored?.attachments

// What is at its default is left out.
const guestRights = (draft: Event) => ({
  anyoneCanAddSelf: draft.anyoneCanAddSelf || undefined,
  guestsCanInviteOthers: draft.guestsCanInviteOthers === false ? false : undefined,
  guestsCanModify: draft.guestsCanModify || undefined,
  guestsCanSeeOtherGuests: draft.guestsCanSeeOtherGuests === false ? false : undefined,
})

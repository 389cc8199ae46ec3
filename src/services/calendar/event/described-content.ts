import { invalidField, requiredField } from '#/kernel/errors.ts'
import { palette } from '../calendar/palette.ts'
import { describedRecurrence } from '../recurrence/series-models.ts'
import type { Event } from '../schemas/event.ts'
import { describedAttendees } from './attendees.ts'
import { describedConference, hangoutLinkOf } from './conference.ts'
import { type EventContent, type EventContext, memberOf, withoutAbsent } from './event-content.ts'
import {
  birthdayRecurrence,
  defaultTitle,
  describedTypeProperties,
  type EventType,
  type TypeProperties,
  typeRules,
} from './event-types.ts'
import { describedProperties } from './extended-properties.ts'
import type { EventTimes } from './times.ts'

/** What the content of an event is derived from. */
interface Drafted {
  readonly draft: Event
  readonly type: EventType
  readonly times: EventTimes
  readonly context: EventContext
  /** The event before the change; undefined if it is new. */
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

/** A default title changes with the properties it is derived from. */
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
  // The rule of a birthday follows from its date and can't be changed otherwise.
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

// Defaults are left out.
const guestRights = (draft: Event) => ({
  anyoneCanAddSelf: draft.anyoneCanAddSelf || undefined,
  guestsCanInviteOthers: draft.guestsCanInviteOthers === false ? false : undefined,
  guestsCanModify: draft.guestsCanModify || undefined,
  guestsCanSeeOtherGuests: draft.guestsCanSeeOtherGuests === false ? false : undefined,
})

type Attachments = NonNullable<Event['attachments']>

const attachmentsMax = 25

function describedAttachments(given: Attachments = []): Attachments | undefined {
  if (given.length > attachmentsMax) {
    throw invalidField(`An event has at most ${attachmentsMax} attachments.`)
  }
  return given.length === 0 ? undefined : given.map(describedAttachment)
}

function describedAttachment({ fileUrl, title, mimeType, iconLink }: Attachments[number]) {
  if (!fileUrl) throw requiredField('Missing attachment file URL.')
  if (!isWebAddress(fileUrl)) throw invalidField('Invalid attachment file URL.')
  return withoutAbsent({
    fileUrl,
    title: title || undefined,
    mimeType: mimeType || undefined,
    iconLink: iconLink || undefined,
  }) as Attachments[number]
}

const transparencies = ['opaque', 'transparent']
const visibilities = ['default', 'public', 'private', 'confidential']

/** Whether an event of the type blocks time, and who may see it; defaults are left out. */
function describedVisibility(type: EventType, draft: Event) {
  const transparency = settled('transparency', {
    type,
    given: memberOf(transparencies, draft.transparency, 'transparency'),
  })
  const visibility = settled('visibility', {
    type,
    given: memberOf(visibilities, draft.visibility, 'visibility'),
  })
  return {
    transparency: transparency === 'opaque' ? undefined : transparency,
    visibility: visibility === 'default' ? undefined : visibility,
  }
}

// Some types have a fixed value, and reject any other.
function settled(
  name: 'transparency' | 'visibility',
  { type, given }: { readonly type: EventType; readonly given: string | undefined },
): string | undefined {
  const { [name]: fixed, refusal } = typeRules[type]
  if (fixed === undefined) return given
  if ((given ?? fixed) !== fixed) throw refusal(`The ${name} of such an event is ${fixed}.`)
  return fixed
}

/** Whether the text is an HTTP or HTTPS URL. */
export const isWebAddress = (text: string): boolean =>
  /^https?:\/\//i.test(text) && URL.canParse(text)

type ColorAndLabel = Pick<Event, 'colorId' | 'eventLabelId'>

/** The color and the label of an event. A call changes one of them, and the other stays. */
function describedColorAndLabel(
  draft: ColorAndLabel,
  stored: ColorAndLabel | undefined,
  { calendar, reading }: EventContext,
): { [K in keyof ColorAndLabel]-?: string | undefined } {
  return reading.eventLabelVersion === 0
    ? { colorId: describedColor(draft.colorId), eventLabelId: stored?.eventLabelId }
    : {
        colorId: stored?.colorId,
        eventLabelId: describedLabel(draft, stored, calendar.labelIds),
      }
}

function describedColor(colorId: string | undefined): string | undefined {
  if (!colorId) return undefined
  if (!Object.hasOwn(palette.event ?? {}, colorId)) throw invalidField('Invalid color id.')
  return colorId
}

// A label that the calendar has lost can stay, but not be set.
function describedLabel(
  { eventLabelId }: ColorAndLabel,
  stored: ColorAndLabel | undefined,
  labelIds: ReadonlySet<string>,
): string | undefined {
  if (!eventLabelId) return undefined
  const isKnown = labelIds.has(eventLabelId) || eventLabelId === stored?.eventLabelId
  if (!isKnown) throw invalidField('Invalid event label id.')
  return eventLabelId
}

import { invalidField, requiredField } from '#/kernel/errors.ts'
import { palette } from '../calendar/palette.ts'
import { draftRecurrence } from '../recurrence/series-models.ts'
import type { Event } from '../schemas/event.ts'
import { type EventContent, type EventContext, memberOf, withoutAbsent } from './event-content.ts'
import { draftAttendees } from './properties/attendees.ts'
import { draftConference, hangoutLinkOf } from './properties/conference.ts'
import {
  birthdayRecurrence,
  defaultTitle,
  draftTypeProperties,
  type EventType,
  type TypeProperties,
  typeRules,
} from './properties/event-types.ts'
import { draftExtendedProperties } from './properties/extended-properties.ts'
import type { EventTimes } from './times.ts'

/** What the content of an event is derived from. */
interface DraftInput {
  readonly body: Event
  readonly type: EventType
  readonly times: EventTimes
  readonly context: EventContext
  /** The event before the change; undefined if it is new. */
  readonly stored: Event | undefined
}

export function draftContent(input: DraftInput): EventContent {
  const { body, type, context, stored } = input
  const recurrence = recurrenceOf(input)
  const attendees = attendeesOf(input)
  const { colorId, eventLabelId } = draftColorAndLabel(body, stored, context)
  const { transparency, visibility } = draftVisibility(type, body)
  const properties = draftTypeProperties(type, body, stored)
  const conferenceData = draftConference(body.conferenceData, stored?.conferenceData, context)
  return withoutAbsent({
    status: memberOf(statuses, body.status, 'status') ?? 'confirmed',
    summary: titleOf(input, properties),
    description: body.description || undefined,
    location: body.location || undefined,
    colorId,
    eventLabelId,
    recurrence,
    transparency,
    visibility,
    attendees,
    attendeesOmitted: stored?.attendeesOmitted || undefined,
    extendedProperties: draftExtendedProperties(body.extendedProperties),
    hangoutLink: hangoutLinkOf(conferenceData),
    conferenceData,
    ...guestRights(body),
    privateCopy: (stored ?? body).privateCopy || undefined,
    attachments: attachmentsOf(input),
    ...properties,
    eventType: type,
  }) as EventContent
}

/** A default title changes with the properties it is derived from. */
function titleOf(
  { body, type, stored }: DraftInput,
  properties: TypeProperties,
): string | undefined {
  const { summary } = body
  const hasOwnSummary = summary && (stored === undefined || summary !== defaultTitle(type, stored))
  return hasOwnSummary ? summary : defaultTitle(type, properties)
}

const statuses = ['confirmed', 'tentative', 'cancelled']

function recurrenceOf({ body, type, times, stored }: DraftInput): readonly string[] | undefined {
  const isInstance = stored?.recurringEventId !== undefined
  if (type !== 'birthday' || isInstance) {
    return draftRecurrence(body.recurrence, times, isInstance)
  }
  // The rule of a birthday follows from its date and can't be changed otherwise.
  return birthdayRecurrence(times, stored === undefined ? body.recurrence : [])
}

const attendeesOf = ({ body, context, stored }: DraftInput) =>
  draftAttendees(
    {
      requested: body.attendees,
      stored: stored?.attendees,
      isPartial: stored !== undefined && body.attendeesOmitted === true,
    },
    context,
  )

const attachmentsOf = ({ body, context, stored }: DraftInput) =>
  context.reading.supportsAttachments ? draftAttachments(body.attachments) : stored?.attachments

// Defaults are left out.
const guestRights = (body: Event) => ({
  anyoneCanAddSelf: body.anyoneCanAddSelf || undefined,
  guestsCanInviteOthers: body.guestsCanInviteOthers === false ? false : undefined,
  guestsCanModify: body.guestsCanModify || undefined,
  guestsCanSeeOtherGuests: body.guestsCanSeeOtherGuests === false ? false : undefined,
})

type Attachments = NonNullable<Event['attachments']>

const attachmentsMax = 25

function draftAttachments(attachments: Attachments = []): Attachments | undefined {
  if (attachments.length > attachmentsMax) {
    throw invalidField(`An event has at most ${attachmentsMax} attachments.`)
  }
  return attachments.length === 0 ? undefined : attachments.map(draftAttachment)
}

function draftAttachment({ fileUrl, title, mimeType, iconLink }: Attachments[number]) {
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
function draftVisibility(type: EventType, body: Event) {
  const transparency = fixedOrRequested('transparency', {
    type,
    requested: memberOf(transparencies, body.transparency, 'transparency'),
  })
  const visibility = fixedOrRequested('visibility', {
    type,
    requested: memberOf(visibilities, body.visibility, 'visibility'),
  })
  return {
    transparency: transparency === 'opaque' ? undefined : transparency,
    visibility: visibility === 'default' ? undefined : visibility,
  }
}

// Some types have a fixed value, and reject any other.
function fixedOrRequested(
  name: 'transparency' | 'visibility',
  { type, requested }: { readonly type: EventType; readonly requested: string | undefined },
): string | undefined {
  const { [name]: fixed, refusal } = typeRules[type]
  if (fixed === undefined) return requested
  if ((requested ?? fixed) !== fixed) throw refusal(`The ${name} of such an event is ${fixed}.`)
  return fixed
}

/** Whether the text is an HTTP or HTTPS URL. */
export const isWebAddress = (text: string): boolean =>
  /^https?:\/\//i.test(text) && URL.canParse(text)

type ColorAndLabel = Pick<Event, 'colorId' | 'eventLabelId'>

/** The color and the label of an event. A call changes one of them, and the other stays. */
function draftColorAndLabel(
  body: ColorAndLabel,
  stored: ColorAndLabel | undefined,
  { calendar, reading }: EventContext,
): { [K in keyof ColorAndLabel]-?: string | undefined } {
  return reading.eventLabelVersion === 0
    ? { colorId: draftColor(body.colorId), eventLabelId: stored?.eventLabelId }
    : {
        colorId: stored?.colorId,
        eventLabelId: draftLabel(body, stored, calendar.labelIds),
      }
}

function draftColor(colorId: string | undefined): string | undefined {
  if (!colorId) return undefined
  if (!Object.hasOwn(palette.event ?? {}, colorId)) throw invalidField('Invalid color id.')
  return colorId
}

// A label that the calendar has lost can stay, but not be set.
function draftLabel(
  { eventLabelId }: ColorAndLabel,
  stored: ColorAndLabel | undefined,
  labelIds: ReadonlySet<string>,
): string | undefined {
  if (!eventLabelId) return undefined
  const isKnown = labelIds.has(eventLabelId) || eventLabelId === stored?.eventLabelId
  if (!isKnown) throw invalidField('Invalid event label id.')
  return eventLabelId
}

import type { Event } from '#/services/calendar/schemas/event.ts'
import {
  civilTimeText,
  midnightIn,
  msPerDay,
  weekdayOf,
} from '#/services/calendar/time/civil-date.ts'
import { instantIn, wallMsAt } from '#/services/calendar/time/zone-offsets.ts'
import type { ToolAnswer } from '../../tool.ts'

/** Longer descriptions are cut in lists. `get_event` returns all of it. */
const descriptionLengthMax = 400

type Moment = Event['start']

export interface ViewOptions {
  readonly callerEmail: string
  /** The zone in which the times of the event are; its own zone if absent. */
  readonly zone?: string | undefined
  readonly isInList?: boolean
}

/**
 * An event as models read it: without internals, with the weekday, and with a mark on text of other people. Lists
 * leave out what `get_event` returns in addition: when the event was created, its type if it is the usual one, and
 * the creator who is also the organizer.
 */
export function eventView(
  event: Event,
  { callerEmail, zone, isInList = false }: ViewOptions,
): ToolAnswer {
  const { description = '', attendees } = event
  const isCut = isInList && description.length > descriptionLengthMax
  return {
    id: event.id,
    status: event.status,
    when: zone === undefined ? ownWhenText(event) : whenText(event.start, event.end, zone),
    summary: event.summary,
    description: isCut ? `${description.slice(0, descriptionLengthMax)}…` : event.description,
    isDescriptionCut: isCut || undefined,
    location: event.location,
    start: event.start,
    end: event.end,
    recurrence: event.recurrence,
    recurringEventId: event.recurringEventId,
    originalStartTime: event.originalStartTime,
    creator: isInList && isCreatorOrganizer(event) ? undefined : personOf(event.creator),
    organizer: personOf(event.organizer),
    attendees: attendees?.map(attendeeView),
    transparency: event.transparency,
    visibility: event.visibility,
    eventType: isInList && event.eventType === 'default' ? undefined : event.eventType,
    conferenceUrl: conferenceUrl(event),
    colorId: event.colorId,
    htmlLink: event.htmlLink,
    created: isInList ? undefined : event.created,
    updated: event.updated,
    untrustedFields: untrustedFields(event, callerEmail),
  }
}

const isCreatorOrganizer = ({ creator, organizer }: Event): boolean =>
  creator?.email !== undefined && creator.email === organizer?.email

const foreignFields = ['summary', 'description', 'location'] as const

/** The fields that other people wrote. They may contain instructions, which models must not follow. */
function untrustedFields(event: Event, callerEmail: string): string[] | undefined {
  const isOwn = event.creator?.email === callerEmail
  const fields: string[] = isOwn ? [] : foreignFields.filter((name) => event[name] !== undefined)
  if (event.attendees?.some(hasForeignText)) fields.push('attendees')
  return fields.length === 0 ? undefined : fields
}

/** Attendees choose their names and comments. */
const hasForeignText = ({ self, displayName, comment }: Attendee): boolean =>
  self !== true && (displayName !== undefined || comment !== undefined)

const personOf = (person: Event['creator']) =>
  person && { email: person.email, displayName: person.displayName, self: person.self }

type Attendee = NonNullable<Event['attendees']>[number]

const attendeeView = (attendee: Attendee) => ({
  email: attendee.email,
  displayName: attendee.displayName,
  responseStatus: attendee.responseStatus,
  comment: attendee.comment,
  optional: attendee.optional,
  organizer: attendee.organizer,
  resource: attendee.resource,
  self: attendee.self,
})

const conferenceUrl = ({ conferenceData, hangoutLink }: Event): string | undefined =>
  hangoutLink ?? conferenceData?.entryPoints?.find((one) => one.entryPointType === 'video')?.uri

const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']

/** Computed without Temporal, which would take ten times as long as the rest of a view. */
function weekdayText(day: string): string {
  if (!/^\d{4}-\d\d-\d\d$/.test(day)) throw new RangeError('The text is no date.')
  return weekdays[weekdayOf(midnightIn(day) / msPerDay)]!
}

/** When something takes place: `Wednesday 2026-11-18 09:00 to 10:00 (Europe/Berlin)`. The times are in `zone`. */
export function whenText(start: Moment, end: Moment, zone: string): string | undefined {
  if (start?.date !== undefined) return wholeDaysText(start.date, end?.date)
  if (start?.dateTime === undefined) return undefined
  const [day, time] = partsOf(start.dateTime)
  const [lastDay, lastTime] = partsOf(end?.dateTime ?? start.dateTime)
  const until = lastDay === day ? lastTime : `${weekdayText(lastDay)} ${lastDay} ${lastTime}`
  // JSON.stringify takes twice as long for an object with a text that was concatenated and not joined.
  return [weekdayText(day), day, time, 'to', until, `(${zone})`].join(' ')
}

/** The same for an event whose times are in another zone than its own. */
export function ownWhenText({ start, end }: Pick<Event, 'start' | 'end'>): string | undefined {
  const zone = start?.timeZone ?? 'UTC'
  try {
    return whenText(movedTo(zone, start), movedTo(zone, end), zone)
  } catch (error) {
    // In a dry run, times are those that the caller gave.
    if (error instanceof RangeError) return undefined
    throw error
  }
}

function movedTo(zone: string, moment: Moment): Moment {
  if (moment?.dateTime === undefined || !/(?:Z|[+-]\d\d:\d\d)$/i.test(moment.dateTime))
    return moment
  const instantMs = instantIn(moment.dateTime, zone)
  if (instantMs === undefined) throw new RangeError('The text is no time.')
  return { dateTime: civilTimeText(wallMsAt(zone, instantMs)) }
}

/** The end of an all-day event is the day after its last one. */
function wholeDaysText(first: string, end: string | undefined): string {
  const last =
    end === undefined ? first : Temporal.PlainDate.from(end).subtract({ days: 1 }).toString()
  const text = `${weekdayText(first)} ${first}`
  return last > first ? `${text} to ${weekdayText(last)} ${last}, all day` : `${text}, all day`
}

const partsOf = (dateTime: string): [day: string, time: string] => [
  dateTime.slice(0, 10),
  dateTime.slice(11, 16),
]

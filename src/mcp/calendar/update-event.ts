import { about, optional } from '#/contract/schema.ts'
import { badRequest } from '#/kernel/errors.ts'
import { Event } from '#/services/calendar/schemas/event.ts'
import type { CallOperation } from '../operation-client.ts'
import { property, type ToolAnswer, writeTool } from '../tool.ts'
import { eventView } from './event/event-view.ts'
import {
  contentArguments,
  contentOf,
  dayAfter,
  emailsArgument,
  guestsArgument,
  guestsIn,
  momentOf,
  notificationArgument,
  quotedTitle,
  sendUpdates,
  type WholeMoment,
  zoneFor,
} from './event-body.ts'
import { eventArguments } from './list-events.ts'
import { timeArgument, zoneArgument } from './times.ts'
import { requireWriter } from './write-access.ts'

export const updateEvent = writeTool(
  {
    name: 'update_event',
    title: 'Update an event',
    findIdsWith: 'list_events or search_events (calendars with list_calendars)',
    about:
      'Changes the given properties of an event and leaves the others. With startTime alone, the event keeps its duration. The id of an instance changes this instance only, the id of a series changes all.',
    args: {
      ...eventArguments,
      summary: optional(about('The title.', property(Event, 'summary'))),
      startTime: optional(timeArgument('When it starts.')),
      endTime: optional(timeArgument('When it ends.')),
      timeZone: optional(zoneArgument),
      ...contentArguments,
      addedAttendees: optional(guestsArgument('Attendees to add.')),
      addedAttendeeEmails: optional(emailsArgument('The addresses of attendees to add.')),
      removedAttendeeEmails: optional(emailsArgument('The addresses of attendees to remove.')),
      recurrenceData: optional(
        about('Replaces the recurrence of a series.', property(Event, 'recurrence')),
      ),
      notificationLevel: notificationArgument,
    },
    operations: ['calendar.events.get', 'calendar.events.list', 'calendar.events.patch'],
  },
  async ({ args, call, caller, newId }) => {
    const { calendarId = 'primary', eventId } = args
    const before: Event = await call({
      operation: 'calendar.events.get',
      params: { calendarId, eventId },
    })
    const changes: Record<string, unknown> = {
      ...(args.summary !== undefined && { summary: args.summary }),
      ...(await changedTimes(call, args, { before, calendarId })),
      ...contentOf(args, newId),
      ...changedAttendees(args, before),
      ...(args.recurrenceData !== undefined && { recurrence: args.recurrenceData }),
    }
    if (Object.keys(changes).length === 0) throw nothingToChange()
    if (args.dryRun) await requireWriter(call, calendarId)
    const params = {
      calendarId,
      eventId,
      sendUpdates: sendUpdates(args.notificationLevel),
      conferenceDataVersion: 1,
    }
    return {
      summary: `Update the event ${quotedTitle(before.summary ?? eventId)} on the calendar ${calendarId}`,
      write: { operation: 'calendar.events.patch', params, body: changes, ifMatch: before.etag },
      preview: () => ({ changes: differences(before, changes) }),
      answer: (reply) => eventView(reply, { callerEmail: caller.email }),
      undo: ({ etag }) => ({
        operation: 'calendar.events.patch',
        params,
        body: formerValues(before, changes),
        ifMatch: etag,
      }),
    }
  },
)

const nothingToChange = () =>
  badRequest('The arguments change nothing. timeZone and allDay need startTime.')

interface TimeArguments {
  readonly startTime?: string
  readonly endTime?: string
  readonly timeZone?: string
  readonly allDay?: boolean
}

async function changedTimes(
  call: CallOperation,
  { startTime, endTime, timeZone, allDay }: TimeArguments,
  { before, calendarId }: { readonly before: Event; readonly calendarId: string },
): Promise<{ start?: WholeMoment; end?: WholeMoment }> {
  const isAllDay = allDay ?? before.start?.date !== undefined
  const isSeries = before.recurrence !== undefined
  const zone = isAllDay
    ? undefined
    : await zoneFor(call, [startTime, endTime], {
        timeZone: timeZone ?? (isSeries ? before.start?.timeZone : undefined),
        calendarId,
        isNeeded: isSeries,
      })
  const moment = (name: string, text: string | undefined) =>
    text === undefined ? undefined : momentOf({ name, text, isAllDay, timeZone: zone })
  const start = moment('startTime', startTime)
  let end = moment('endTime', endTime)
  if (start !== undefined && end?.date != null && end.date === start.date) {
    end = { ...end, date: dayAfter(end.date) }
  }
  if (start !== undefined && end === undefined) end = movedEnd(before, start, zone)
  return { ...(start && { start }), ...(end && { end }) }
}

/** The end of an event that starts at another time and keeps its duration; undefined if it has none. */
function movedEnd(
  { start, end }: Event,
  moved: WholeMoment,
  zone: string | undefined,
): WholeMoment | undefined {
  try {
    if (moved.date != null) {
      const days =
        start?.date === undefined || end?.date === undefined
          ? { days: 1 }
          : Temporal.PlainDate.from(start.date).until(end.date)
      return { ...moved, date: Temporal.PlainDate.from(moved.date).add(days).toString() }
    }
    if (start?.dateTime === undefined || end?.dateTime === undefined) return undefined
    const duration = Temporal.Instant.from(start.dateTime).until(end.dateTime)
    const instant =
      zone === undefined ? Temporal.Instant.from(moved.dateTime!) : instantIn(moved.dateTime!, zone)
    const until = instant.add(duration)
    return { ...moved, dateTime: until.toZonedDateTimeISO(zone ?? 'UTC').toString(plain) }
  } catch (error) {
    // The operation refuses the start, with a message that says why.
    if (error instanceof RangeError) return undefined
    throw error
  }
}

const plain = { timeZoneName: 'never' } as const

const instantIn = (text: string, zone: string): Temporal.Instant =>
  /(?:Z|[+-]\d\d:?\d\d)$/i.test(text)
    ? Temporal.Instant.from(text)
    : Temporal.PlainDateTime.from(text).toZonedDateTime(zone).toInstant()

interface AttendeeArguments {
  readonly addedAttendees?: readonly { readonly email?: string }[]
  readonly addedAttendeeEmails?: readonly string[]
  readonly removedAttendeeEmails?: readonly string[]
}

/** The whole list of attendees, if it changes. Attendees that are there already keep their responses. */
function changedAttendees(args: AttendeeArguments, { attendees = [] }: Event) {
  const added = guestsIn(args.addedAttendees, args.addedAttendeeEmails)
  const { removedAttendeeEmails: removed = [] } = args
  if (added.length === 0 && removed.length === 0) return {}
  const lowerCase = (email = '') => email.toLowerCase()
  const removedEmails = new Set(removed.map(lowerCase))
  const kept = attendees.filter(({ email }) => !removedEmails.has(lowerCase(email)))
  const keptEmails = new Set(kept.map(({ email }) => lowerCase(email)))
  return { attendees: [...kept, ...added.filter(({ email }) => !keptEmails.has(lowerCase(email)))] }
}

/** The changes of an update, by property. */
function differences(before: Event, changes: ToolAnswer): ToolAnswer[] {
  return Object.entries(changes).map(([property, to]) => ({
    property,
    from: before[property as keyof Event] ?? null,
    to,
  }))
}

/** A patch that gives the changed properties the values that they had. */
function formerValues(before: Event, changes: ToolAnswer): ToolAnswer {
  const values = Object.keys(changes).map((name) => {
    const value: unknown = before[name as keyof Event]
    const members = Object.keys(Event.properties![name]?.properties ?? {})
    if (value === undefined || members.length === 0) return [name, value ?? null]
    // A patch keeps the members of an object that it does not name.
    return [
      name,
      { ...Object.fromEntries(members.map((member) => [member, null])), ...(value as object) },
    ]
  })
  return Object.fromEntries(values)
}

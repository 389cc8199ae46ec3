import {
  about,
  array,
  boolean,
  object,
  oneOf,
  optional,
  type Schema,
  string,
} from '#/contract/schema.ts'
import { Event, type EventDateTime } from '#/services/calendar/schemas/event.ts'
import type { CallOperation } from '../operation-client.ts'
import { property } from '../tool.ts'
import { dayText, knownZone, timeText, zoneOf } from './times.ts'

const attendeesMax = 200

export const emailsArgument = (sentence: string) =>
  array(string({ lengthMax: 320 }), { about: sentence, itemsMax: attendeesMax })

const Guest = object(undefined, {
  email: string({ about: 'The email address.', lengthMax: 320 }),
  displayName: string({ about: 'The name.', lengthMax: 500 }),
  optional: boolean({ about: 'Whether the attendee may stay away.' }),
})

export const guestsArgument = (sentence: string) =>
  array(Guest, { about: sentence, itemsMax: attendeesMax })

type Guests = readonly { readonly email?: string }[]

/** The attendees of both arguments. */
export const guestsIn = (guests: Guests = [], emails: readonly string[] = []) => [
  ...guests,
  ...emails.map((email) => ({ email })),
]

const insensitive = <T extends string>(schema: Schema<T>): Schema<T> => ({
  ...schema,
  anyCase: true,
})

export const notificationArgument = optional(
  about(
    'Who gets mail about it: nobody, only attendees without an account here, or all attendees. Defaults to NONE.',
    insensitive(oneOf('NONE', 'EXTERNAL_ONLY', 'ALL')),
  ),
)

const updatesByLevel: Readonly<Record<string, string>> = {
  NONE: 'none',
  EXTERNAL_ONLY: 'externalOnly',
  ALL: 'all',
}

/** The parameter for the argument `notificationLevel`. */
export const sendUpdates = (level = 'NONE') => updatesByLevel[level.toUpperCase()] ?? 'none'

const Reminder = object(undefined, {
  method: about('How to remind.', oneOf('email', 'popup')),
  minutes: { type: 'integer', about: 'Minutes before the start.' } as Schema<number>,
})

/** Arguments that describe an event, and become its properties. */
export const contentArguments = {
  description: optional(
    about('The description, which can contain HTML.', property(Event, 'description')),
  ),
  location: optional(about('The place, as free text.', property(Event, 'location'))),
  allDay: optional(
    boolean({
      about:
        'Whether the event takes whole days. Only the dates of the times count, and endTime is the day after the last one.',
    }),
  ),
  visibility: optional(about('Who sees the details.', oneOf('default', 'public', 'private'))),
  availability: optional(
    about('Whether the time is shown as busy.', insensitive(oneOf('BUSY', 'FREE'))),
  ),
  colorId: optional(about('A color from 1 to 11.', property(Event, 'colorId'))),
  addGoogleMeetUrl: optional(boolean({ about: 'Whether to add a link to a video conference.' })),
  overrideReminders: optional(
    array(Reminder, { about: 'Replaces the reminders of the calendar.', itemsMax: 5 }),
  ),
  guestPermissions: optional(
    object(
      undefined,
      {
        guestsCanInviteOthers: property(Event, 'guestsCanInviteOthers'),
        guestsCanModify: property(Event, 'guestsCanModify'),
        guestsCanSeeOtherGuests: property(Event, 'guestsCanSeeOtherGuests'),
      },
      { about: 'What attendees may do.' },
    ),
  ),
}

interface Content {
  readonly description?: string
  readonly location?: string
  readonly visibility?: string
  readonly availability?: string
  readonly colorId?: string
  readonly addGoogleMeetUrl?: boolean
  readonly overrideReminders?: readonly { readonly method?: string; readonly minutes?: number }[]
  readonly guestPermissions?: object
}

/** The properties of an event that the arguments describe, except its times and attendees. */
export const contentOf = (args: Content, newId: () => string): Record<string, unknown> => ({
  ...(args.description !== undefined && { description: args.description }),
  ...(args.location !== undefined && { location: args.location }),
  ...(args.visibility !== undefined && { visibility: args.visibility }),
  ...(args.availability !== undefined && {
    transparency: args.availability.toUpperCase() === 'FREE' ? 'transparent' : 'opaque',
  }),
  ...(args.colorId !== undefined && { colorId: args.colorId }),
  ...(args.overrideReminders !== undefined && {
    reminders: { useDefault: false, overrides: args.overrideReminders },
  }),
  ...(args.addGoogleMeetUrl === true && {
    conferenceData: {
      createRequest: { requestId: newId(), conferenceSolutionKey: { type: 'hangoutsMeet' } },
    },
  }),
  ...args.guestPermissions,
})

const titleLengthMax = 200

/** The title of an event in a question or summary. Other people may have written it. */
export function quotedTitle(title: string): string {
  const text = title.length > titleLengthMax ? `${title.slice(0, titleLengthMax)}…` : title
  return JSON.stringify(text.toWellFormed())
}

/** A start or end that replaces all members of the one before. */
export type WholeMoment = { readonly [K in keyof EventDateTime]: EventDateTime[K] | null }

interface GivenTime {
  /** The name of the argument. */
  readonly name: string
  readonly text: string
  readonly isAllDay: boolean
  /** Undefined if the text has to say it. */
  readonly timeZone: string | undefined
}

export const momentOf = ({ name, text, isAllDay, timeZone }: GivenTime): WholeMoment =>
  isAllDay
    ? { date: dayText(name, text), dateTime: null, timeZone: null }
    : { date: null, dateTime: timeText(name, text), timeZone: timeZone ?? null }

/** The zone that times without an offset are in; undefined if all have one and none is given. */
export async function zoneFor(
  call: CallOperation,
  times: readonly (string | undefined)[],
  {
    timeZone,
    calendarId,
    isNeeded,
  }: { timeZone?: string | undefined; calendarId: string; isNeeded: boolean },
): Promise<string | undefined> {
  if (timeZone !== undefined) return knownZone(timeZone)
  const isOpen = times.some((text) => text !== undefined && !/(?:Z|[+-]\d\d:?\d\d)$/i.test(text))
  return isNeeded || isOpen ? zoneOf(call, calendarId) : undefined
}

/** The day after a date; dates that are none stay as they are, for the operation to refuse. */
export function dayAfter(date: string): string {
  try {
    return Temporal.PlainDate.from(date).add({ days: 1 }).toString()
  } catch {
    return date
  }
}

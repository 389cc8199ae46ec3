import { about, array, object, type Schema, string, type TypeOf } from '#/contract/schema.ts'
import { AclRule } from '#/services/calendar/schemas/acl-rule.ts'
import { Calendar as WireCalendar } from '#/services/calendar/schemas/calendar.ts'
import {
  EventAttendee,
  type EventDateTime,
  Event as WireEvent,
} from '#/services/calendar/schemas/event.ts'
import { entriesMax, orText, propertiesOf, required, resource } from './declaring.ts'

const eventsPerCalendarMax = 100_000

const eventProperties = propertiesOf(WireEvent)
const moment = (name: 'start' | 'end' | 'originalStartTime', sentence: string) =>
  about(sentence, orText(eventProperties[name] as Schema<EventDateTime>, 'date', 'dateTime'))

const Event = resource(
  'SeedEvent',
  WireEvent,
  {
    quickAdd: string({
      about: 'A sentence such as `Lunch tomorrow 12pm`, in place of start and end.',
    }),
    start: moment(
      'start',
      'The start: a resource, or a text such as `2030-05-04T10:00` or `2030-05-04`. ' +
        'A time without an offset is in the time zone of the calendar.',
    ),
    end: moment('end', 'The end. Defaults to one hour, or one day, after the start.'),
    originalStartTime: moment(
      'originalStartTime',
      'With recurringEventId: which instance of the series this entry changes.',
    ),
    attendees: array(orText(EventAttendee, 'email'), {
      about: 'Attendees: resources, or their email addresses. Nobody is sent mail.',
      itemsMax: entriesMax,
    }),
  },
  'An event, a series (`recurrence`) or a changed instance of one (`recurringEventId`).',
)

const Invitation = object(
  'SeedInvitation',
  {
    id: required(string({ about: 'The id of the event that the calendar is invited to.' })),
    ...Object.fromEntries(
      [
        'summary',
        'description',
        'location',
        'colorId',
        'transparency',
        'visibility',
        'extendedProperties',
        'reminders',
      ].map((name) => [name, eventProperties[name]!]),
    ),
  },
  { about: "What an attendee has changed on the attendee's copy of an event." },
)

export const Calendar = resource(
  'SeedCalendar',
  WireCalendar,
  {
    id: string({
      about:
        'A name for other entries to refer to; the id is the name with `@group.calendar.google.com`. ' +
        'The email address of a user stands for the primary calendar, the id of a room for its calendar.',
      lengthMax: 320,
    }),
    owner: string({ about: 'The owner. Defaults to the first user of the seed.' }),
    summary: string({ about: 'The title. Required for calendars that the seed adds.' }),
    acl: array(AclRule, {
      about: 'The access rules besides those of the owner.',
      itemsMax: entriesMax,
    }),
    events: array(Event, { itemsMax: eventsPerCalendarMax }),
    invitations: array(Invitation, { itemsMax: eventsPerCalendarMax }),
  },
  'A calendar with its access rules and events.',
)

export type Calendar = TypeOf<typeof Calendar>
export type Event = TypeOf<typeof Event>
export type Invitation = TypeOf<typeof Invitation>

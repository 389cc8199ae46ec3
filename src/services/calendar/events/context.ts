import type { Standing } from '../access.ts'
import type { EventContext } from '../domain/event/described-event.ts'
import type { CalendarGiven } from '../operation.ts'
import { calendarIn } from '../store/calendars.ts'

interface Flags {
  readonly conferenceDataVersion?: number
  readonly eventLabelVersion?: number
  readonly supportsAttachments?: boolean
}

interface Writing {
  readonly standing: Standing
  readonly flags: Flags
}

const noLabels: ReadonlySet<string> = new Set()

/** What the rules of events have to know of the calendar, of the call and of who calls. */
export function eventContext(
  {
    caller,
    attendeesMax,
    newConference,
  }: Pick<CalendarGiven, 'caller' | 'attendeesMax' | 'newConference'>,
  { standing, flags }: Writing,
): EventContext {
  const { calendar } = standing
  const { timeZone = 'UTC', conferenceProperties, labelProperties } = calendarIn(calendar)
  const labels = labelProperties?.eventLabels ?? []
  return {
    calendar: {
      id: calendar.id,
      isPrimary: calendar.isPrimary === 1,
      timeZone,
      conferenceTypes: conferenceProperties?.allowedConferenceSolutionTypes ?? [],
      labelIds:
        labels.length === 0
          ? noLabels
          : new Set(labels.flatMap(({ id }) => (id === undefined ? [] : [id]))),
    },
    reading: {
      conferenceDataVersion: flags.conferenceDataVersion ?? 0,
      eventLabelVersion: flags.eventLabelVersion ?? 0,
      supportsAttachments: flags.supportsAttachments ?? false,
    },
    newConference,
    // A service account that acts for nobody calls as itself and is its own client.
    isBareServiceAccount: caller.clientId === caller.userId,
    attendeesMax,
  }
}

import type { ReactNode } from 'react'
import { formatList } from '../../locale/index.ts'
import { t } from '../../texts/calendar.ts'
import { wordsFor } from '../recurrence/words.ts'
import { reminderWords } from '../reminders/reminder-words.ts'
import { nameOf } from '../state/calendars.ts'
import { isAllDay, whenOf } from '../time/event-time.ts'
import type { Attendee, CalendarEvent } from '../wire/types.ts'
import { useEntry, useEvent } from './event-query.ts'

interface DetailsProps {
  readonly calendarId: string
  readonly event: CalendarEvent
  readonly zone: string
}

/** When, where, who and what. */
export function EventDetails({ calendarId, event, zone }: DetailsProps) {
  const entry = useEntry(calendarId)
  const { data: series } = useEvent(calendarId, event.recurringEventId)
  const recurrence = event.recurrence ?? series?.recurrence
  const eventZone = event.start.timeZone ?? undefined
  const isElsewhere = !isAllDay(event) && eventZone !== undefined && eventZone !== zone
  const onlineAddress = videoAddress(event)
  const invitedBy = inviterOf(event)
  return (
    <dl className="event-facts">
      <Fact name={t.when}>
        {whenOf(event, zone)}
        {isElsewhere && (
          <span className="muted block">
            {t.inZone(whenOf(event, eventZone), eventZone.replaceAll('_', ' '))}
          </span>
        )}
        {recurrence !== undefined && (
          <span className="muted block">{wordsFor(recurrence, eventZone ?? zone)}</span>
        )}
      </Fact>
      {event.location !== undefined && <Fact name={t.where}>{event.location}</Fact>}
      {onlineAddress !== undefined && (
        <Fact name={t.online}>
          <a href={onlineAddress} rel="noreferrer">
            {onlineAddress}
          </a>
        </Fact>
      )}
      {invitedBy !== undefined && (
        <Fact name={t.organizerLabel}>
          <bdi>{invitedBy}</bdi>
        </Fact>
      )}
      {(event.attendees?.length ?? 0) > 0 && (
        <Fact name={t.guests}>
          <Guests attendees={event.attendees!} />
        </Fact>
      )}
      {event.description !== undefined && (
        <Fact name={t.notes}>
          <span className="event-notes">{plainText(event.description)}</span>
        </Fact>
      )}
      <Fact name={t.reminders}>
        {formatList(remindersOf(event, entry?.defaultReminders ?? []).map(reminderWords)) || t.none}
      </Fact>
      <Fact name={t.calendar}>
        <bdi>{entry === undefined ? calendarId : nameOf(entry)}</bdi>
      </Fact>
    </dl>
  )
}

/** The organizer of an event that the user is invited to. */
const inviterOf = ({ organizer, attendees = [] }: CalendarEvent): string | undefined =>
  attendees.length === 0 || organizer?.self
    ? undefined
    : (organizer?.displayName ?? organizer?.email)

/** The link of the video conference. Conferences of add-ons have no `hangoutLink`. */
const videoAddress = ({ hangoutLink, conferenceData }: CalendarEvent): string | undefined =>
  hangoutLink ??
  conferenceData?.entryPoints?.find(({ entryPointType }) => entryPointType === 'video')?.uri

const remindersOf = (
  { reminders }: CalendarEvent,
  usual: NonNullable<NonNullable<CalendarEvent['reminders']>['overrides']>,
) => (reminders?.useDefault === false ? (reminders.overrides ?? []) : usual)

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

function Guests({ attendees }: { attendees: readonly Attendee[] }) {
  return (
    <ul className="guests">
      {attendees.map(({ email, displayName, organizer, optional, responseStatus }) => (
        <li key={email} className={`answer ${responseStatus ?? 'needsAction'}`}>
          <bdi>{displayName ?? email}</bdi>
          <span className="muted">
            {formatList(
              [
                organizer ? t.organizer : '',
                optional ? t.optional : '',
                t.responses[responseStatus ?? 'needsAction'],
              ].filter(Boolean),
            )}
          </span>
        </li>
      ))}
    </ul>
  )
}

/** The text of a description without markup, so that no foreign HTML reaches the page. */
function plainText(html: string): string {
  if (!/[<&]/.test(html)) return html
  const spaced = html.replace(/<(?:br|\/p|\/li|\/div)\b[^>]*>/gi, '$&\n')
  return new DOMParser().parseFromString(spaced, 'text/html').body.textContent.trim()
}

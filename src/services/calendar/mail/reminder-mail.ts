import type { NewMail } from '#/jobs/mail/mail.ts'
import { mailIdOf } from '#/jobs/mail/mails.ts'
import type { Event } from '../schemas/event.ts'
import { eventRows, linkOf, type Telling, titleOf, whenText } from './event-facts.ts'
import { laidOut, oneLine } from './layout.ts'

/** What somebody is reminded of. */
export interface Reminded {
  /** Names the reminder: there is one mail for it, however often it is found to be due. */
  readonly reminderId: string
  readonly to: string
  /** The event as its reader sees it. */
  readonly event: Event
  /** The reader may know that there is something, and not what. */
  readonly isMasked: boolean
  readonly minutes: number
  readonly calendarName: string
  readonly telling: Telling
}

/** Reminds somebody of an event. */
export function reminderMail(reminded: Reminded): NewMail {
  const { reminderId, to, event, isMasked, minutes, telling } = reminded
  const title = isMasked ? 'Busy' : titleOf(event)
  const calendarName = oneLine(reminded.calendarName)
  const { attendees = [] } = event
  return {
    id: mailIdOf(reminderId, to),
    to,
    subject: `Reminder: ${title} @ ${whenText(event, telling)} (${calendarName})`,
    ...laidOut({
      opening: `You wanted to be reminded of this event ${beforeText(minutes)}.`,
      title,
      rows: [
        ...eventRows(event, { telling, attendees }),
        { label: 'Calendar', text: calendarName },
      ],
      link: linkOf(event),
    }),
  }
}

const units = [
  { minutes: 10_080, name: 'week' },
  { minutes: 1_440, name: 'day' },
  { minutes: 60, name: 'hour' },
  { minutes: 1, name: 'minute' },
]

/** `2 hours before it starts`: in the largest unit that leaves nothing over. */
function beforeText(minutes: number): string {
  if (minutes === 0) return 'when it starts'
  const unit = units.find((candidate) => minutes % candidate.minutes === 0)!
  const count = minutes / unit.minutes
  return `${count} ${unit.name}${count === 1 ? '' : 's'} before it starts`
}

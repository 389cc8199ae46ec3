import ICAL from 'ical.js'
import { until } from './calling.ts'
import type { Site } from './sites.ts'

export interface OutgoingMail {
  readonly id: string
  readonly to: string
  readonly from: string
  readonly replyTo?: string
  readonly subject: string
  readonly text: string
  readonly html: string
  readonly calendar?: string
  readonly method?: string
  readonly state: string
  readonly attempts: number
  readonly error?: string
  readonly createdAt: string
  readonly sentAt?: string
}

/** All mail of a server, once nothing is left to be written or handed over. */
export async function outboxOf(site: Pick<Site, 'call'>): Promise<OutgoingMail[]> {
  const ask = async () =>
    (await site.call('/_almanac/outbox')).json as unknown as {
      mails: OutgoingMail[]
      unwritten: number
    }
  const { mails } = await until(
    ask,
    ({ mails, unwritten }) => unwritten === 0 && mails.every(({ state }) => state !== 'waiting'),
  )
  return mails
}

/** What a mail about an event tells the calendar of its recipient. */
interface EventNews {
  readonly to: string
  /** The first word of the subject: `Invitation`, `Updated` or `Cancelled`. */
  readonly word: string
  readonly method: string
  readonly sequence: number
  readonly organizer: string
  /** Addresses with the answers they have given. */
  readonly attendees: Readonly<Record<string, string>>
  readonly recurrenceId?: string
  readonly status?: string
  readonly text: string
}

/** The mail about the events of an iCalendar UID, by recipient. */
export async function newsOf(site: Pick<Site, 'call'>, iCalUID: unknown): Promise<EventNews[]> {
  const news = (await outboxOf(site))
    .filter(({ calendar }) => calendar !== undefined)
    .map((mail) => ({ mail, event: eventIn(mail.calendar!) }))
    .filter(({ event }) => event.getFirstPropertyValue('uid') === iCalUID)
    .map(({ mail, event }) => newsIn(mail, event))
  // Jobs may pass each other, so that the order of the outbox says nothing.
  return news.sort((one, other) => (orderOf(one) < orderOf(other) ? -1 : 1))
}

/** Whom the mail goes to, and what it asks of their calendar. */
export const toldIn = (news: readonly EventNews[]): [string, string, string][] =>
  news.map(({ to, method, word }) => [to, method, word])

/** The one event of an iCalendar text. */
export function eventIn(calendar: string): ICAL.Component {
  const events = new ICAL.Component(ICAL.parse(calendar)).getAllSubcomponents('vevent')
  if (events.length !== 1) throw new Error(`not one event: ${calendar}`)
  return events[0]!
}

const orderOf = ({ to, method, sequence }: EventNews) => `${to} ${sequence} ${method}`

function newsIn({ to, subject, text, calendar }: OutgoingMail, event: ICAL.Component): EventNews {
  const addressIn = (property: ICAL.Property) =>
    String(property.getFirstValue()).replace(/^mailto:/, '')
  const attendees = event
    .getAllProperties('attendee')
    .map((attendee) => [addressIn(attendee), attendee.getFirstParameter('partstat')])
  const recurrenceId = event.getFirstPropertyValue('recurrence-id')
  const status = event.getFirstPropertyValue('status')
  return {
    to,
    word: /^\w+/.exec(subject)![0],
    method: String(event.parent!.getFirstPropertyValue('method')),
    sequence: Number(event.getFirstPropertyValue('sequence')),
    organizer: addressIn(event.getFirstProperty('organizer')!),
    attendees: Object.fromEntries(attendees) as Record<string, string>,
    ...(recurrenceId !== null && { recurrenceId: String(recurrenceId) }),
    ...(status !== null && { status: String(status) }),
    text: `${text}${calendar!.replaceAll('\r\n ', '')}`,
  }
}

import { type CalendarEvents, hour } from './event-bodies.ts'
import { type OutgoingMail, outboxOf } from './outbox.ts'
import type { Site } from './sites.ts'

export const email = (minutes: number) => ({ method: 'email', minutes })
export const popup = (minutes: number) => ({ method: 'popup', minutes })

/** The reminders of an event that has its own. */
export const own = (...overrides: object[]) => ({ reminders: { useDefault: false, overrides } })

/** Stops the clock of a server at a moment: `2026-05-01T08:50:00Z`. */
export async function clockAt(site: Pick<Site, 'call'>, now: string): Promise<void> {
  const body = { now, frozen: true }
  const reply = await site.call('/_almanac/clock', { method: 'POST', body })
  if (reply.status !== 200) throw new Error(`clock not set: ${reply.status} ${reply.text}`)
}

/** The reminders that somebody has been sent, once nothing is under way any more. */
export async function remindersTo(
  site: Pick<Site, 'call'>,
  recipient: string,
): Promise<OutgoingMail[]> {
  const mails = await outboxOf(site)
  return mails.filter(({ to, subject }) => to === recipient && subject.startsWith('Reminder: '))
}

/** The same as what they are about, in the order of these. */
export async function remindedOf(
  site: Pick<Site, 'call'>,
  recipient: string,
): Promise<(string | undefined)[]> {
  const mails = await remindersTo(site, recipient)
  return mails.map(({ subject }) => /^Reminder: (.*?) @ /.exec(subject)?.[1]).sort()
}

/** A time of the day that the usual hour of these tests is on. */
export const at = (time: string) => `2026-05-01T${time}Z`

/** The same hour on some days in a row. */
export const daily = (count: number) => ({
  start: { ...hour.start, timeZone: 'Etc/UTC' },
  end: { ...hour.end, timeZone: 'Etc/UTC' },
  recurrence: [`RRULE:FREQ=DAILY;COUNT=${count}`],
})

export const entryPath = ({ calendarId, user }: CalendarEvents) =>
  `/users/me/calendarList/${calendarId === 'primary' ? user.email : calendarId}`

/** Sets the default reminders of a user for a calendar, which comes onto the list by that. */
export async function setDefaults(
  events: CalendarEvents,
  ...defaultReminders: object[]
): Promise<void> {
  const { user, calendarId } = events
  const id = calendarId === 'primary' ? user.email : calendarId
  const reply = await user.post('/users/me/calendarList', { id, defaultReminders })
  if (reply.status !== 200) throw new Error(`no defaults: ${reply.status} ${reply.text}`)
}

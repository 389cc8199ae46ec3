import { isDate } from '../../locale/index.ts'
import { t } from '../../texts/calendar.ts'
import { isAllDay, momentOf } from '../time/event-time.ts'
import type { Attendee, CalendarEvent, EventPatch, EventTime, Reminder } from '../wire/types.ts'

/** An event as the form has it. */
export interface Draft {
  readonly calendarId: string
  readonly summary: string
  readonly isAllDay: boolean
  readonly startDate: string
  readonly startTime: string
  /** The last day; the wire has the day after it. */
  readonly endDate: string
  readonly endTime: string
  /** Which of two moments a time means that a change of clocks repeats, as the event has it. */
  readonly startOffset: string
  readonly endOffset: string
  readonly zone: string
  readonly location: string
  readonly description: string
  readonly colorId: string
  readonly recurrence: readonly string[]
  readonly attendees: readonly Attendee[]
  /** Addresses in the input that have not been added as guests yet. */
  readonly typedGuests: string
  readonly reminders: readonly Reminder[] | undefined
  readonly transparency: string
  readonly visibility: string
}

export interface Slot {
  readonly start: EventTime
  readonly end: EventTime
}

/** A new event at a place in time. */
export const newDraft = (calendarId: string, slot: Slot, zone: string): Draft =>
  draftOf(calendarId, { id: '', ...slot }, zone)

/** What the form shows of an event; times in the event's own zone. */
export function draftOf(calendarId: string, event: CalendarEvent, viewZone: string): Draft {
  const zone = event.start.timeZone ?? viewZone
  const wholeDay = isAllDay(event)
  const start = momentOf(event.start, zone)
  const end = momentOf(event.end, zone)
  const lastDay = wholeDay ? end.subtract({ days: 1 }) : end
  return {
    calendarId,
    summary: event.summary ?? '',
    isAllDay: wholeDay,
    startDate: start.toPlainDate().toString(),
    startTime: wholeDay ? '09:00' : hourAndMinute(start),
    endDate: lastDay.toPlainDate().toString(),
    endTime: wholeDay ? '10:00' : hourAndMinute(end),
    startOffset: start.offset,
    endOffset: end.offset,
    zone,
    location: event.location ?? '',
    description: event.description ?? '',
    colorId: event.colorId ?? '',
    recurrence: event.recurrence ?? [],
    attendees: event.attendees ?? [],
    typedGuests: '',
    reminders:
      event.reminders?.useDefault === false ? (event.reminders.overrides ?? []) : undefined,
    transparency: event.transparency ?? 'opaque',
    visibility: event.visibility ?? 'default',
  }
}

/** A copy of an event as a single event without responses. */
export const duplicateOf = (draft: Draft): Draft => ({
  ...draft,
  recurrence: [],
  attendees: draft.attendees
    .filter(({ organizer, self }) => !organizer && !self)
    .map(({ email, displayName, optional }) => ({
      email,
      ...(displayName !== undefined && { displayName }),
      ...(optional !== undefined && { optional }),
    })),
})

const hourAndMinute = (time: Temporal.ZonedDateTime) =>
  time.toPlainTime().toString({ smallestUnit: 'minute' })

const addressesIn = (text: string): string[] => text.split(/[\s,;]+/).filter(Boolean)

/** Entries of the guest input that are not email addresses. */
export const wrongGuest = ({ typedGuests }: Draft): string | undefined =>
  addressesIn(typedGuests).find((address) => !/^[^@\s]+@[^@\s]+$/.test(address))

/** All guests, including addresses that are still in the input. */
export function guestsOf({ attendees, typedGuests }: Draft): readonly Attendee[] {
  const existing = new Set(attendees.map(({ email }) => email.toLowerCase()))
  const fresh = new Set(addressesIn(typedGuests).map((each) => each.toLowerCase()))
  return [...attendees, ...[...fresh.difference(existing)].map((email) => ({ email }))]
}

/** The error message for the times of a draft, if they are invalid. */
export function problemWith(draft: Draft): string | undefined {
  if (!isDate(draft.startDate) || !isDate(draft.endDate)) return t.timeProblems.date
  if (!draft.isAllDay && (draft.startTime === '' || draft.endTime === ''))
    return t.timeProblems.time
  const { start, end } = momentsOf(draft)
  const order = Temporal.ZonedDateTime.compare(start, end)
  // The end of an all-day event is the day after its last one.
  return order > 0 || (draft.isAllDay && order === 0) ? t.timeProblems.order : undefined
}

/** The start and end of a draft in its time zone. */
export function momentsOf(draft: Draft) {
  const { isAllDay, startDate, startTime, startOffset, endDate, endTime, endOffset, zone } = draft
  if (isAllDay) {
    const at = (date: string) => Temporal.PlainDate.from(date).toZonedDateTime(zone)
    return { start: at(startDate), end: at(endDate).add({ days: 1 }) }
  }
  const at = (time: string) => Temporal.ZonedDateTime.from(`${time}[${zone}]`, { offset: 'prefer' })
  return {
    start: at(`${startDate}T${startTime}${startOffset}`),
    end: at(`${endDate}T${endTime}${endOffset}`),
  }
}

/** The draft with another start and the same length. */
export function startingAt(draft: Draft, startDate: string, startTime: string): Draft {
  const next = { ...draft, startDate, startTime }
  if (problemWith({ ...next, endDate: startDate, endTime: startTime }) !== undefined) return next
  if (problemWith(draft) !== undefined) return next
  const was = momentsOf(draft)
  const length = was.start.toPlainDateTime().until(was.end.toPlainDateTime())
  const start = Temporal.PlainDateTime.from(`${startDate}T${startTime}`)
  const end = start.add(length)
  return {
    ...next,
    endDate: (draft.isAllDay ? end.subtract({ days: 1 }) : end).toPlainDate().toString(),
    endTime: draft.isAllDay
      ? draft.endTime
      : end.toPlainTime().toString({ smallestUnit: 'minute' }),
  }
}

/** The event that the draft describes. */
export function bodyOf(draft: Draft): EventPatch {
  const { start, end } = timesOf(draft)
  return {
    summary: draft.summary,
    start,
    end,
    location: draft.location || null,
    description: draft.description || null,
    colorId: draft.colorId || null,
    recurrence: draft.recurrence.length > 0 ? draft.recurrence : null,
    attendees: guestsOf(draft).length > 0 ? guestsOf(draft) : null,
    reminders:
      draft.reminders === undefined
        ? { useDefault: true }
        : { useDefault: false, overrides: draft.reminders },
    transparency: draft.transparency,
    visibility: draft.visibility,
  }
}

function timesOf(draft: Draft): Slot {
  const { start, end } = momentsOf(draft)
  const timeZone = draft.zone
  const wire = (time: Temporal.ZonedDateTime): EventTime =>
    draft.isAllDay
      ? { date: time.toPlainDate().toString() }
      : { dateTime: time.toString({ timeZoneName: 'never', smallestUnit: 'second' }), timeZone }
  return { start: wire(start), end: wire(end) }
}

/** The fields of the body that differ between two drafts. */
export function changesBetween(before: Draft, after: Draft): EventPatch {
  const [old, next] = [bodyOf(before), bodyOf(after)]
  const changed = (Object.keys(next) as (keyof EventPatch)[]).filter(
    (name) => JSON.stringify(old[name]) !== JSON.stringify(next[name]),
  )
  const both = changed.includes('start') || changed.includes('end') ? ['start', 'end'] : []
  return Object.fromEntries(
    [...new Set([...changed, ...both])].map((name) => [name, next[name as keyof EventPatch]]),
  )
}

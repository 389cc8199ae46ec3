import { eventTypeRestriction, invalidField } from '#/kernel/errors.ts'
import type { Event } from '../../schemas/event.ts'
import { civilDateText } from '../civil-text.ts'
import type { EventTimes } from './times.ts'

const birthdayTypes = ['birthday', 'anniversary', 'custom', 'other', 'self']

/** Refuses a new birthday that says more than a birthday can. */
export function requireBirthday(body: Event): void {
  const type = body.birthdayProperties?.type || 'birthday'
  if (!birthdayTypes.includes(type)) throw invalidField('Invalid birthday type value.')
  if (type !== 'birthday') {
    throw eventTypeRestriction('Clients make birthdays of the type birthday only.')
  }
  const { description, location, attendees = [], attachments = [], conferenceData, source } = body
  const hasMore = description || location || conferenceData || source
  if (hasMore || attendees.length > 0 || attachments.length > 0) {
    throw eventTypeRestriction('A birthday has a title, a colour and reminders besides its date.')
  }
}

/** How a birthday comes back. A new one may say so itself, but not otherwise. */
export function birthdayRecurrence(
  times: EventTimes,
  given: readonly string[] = [],
): readonly string[] {
  const rule = yearlyRule(times)
  const isContradicted = given.length > 1 || given.some((line) => sorted(line) !== sorted(rule))
  if (isContradicted) {
    throw eventTypeRestriction(`The recurrence of a birthday on this date is ${rule}.`)
  }
  return [rule]
}

// Who is born on a leap day celebrates on the last day of February.
const yearlyRule = ({ startMs }: EventTimes) =>
  civilDateText(startMs).endsWith('-02-29')
    ? 'RRULE:FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=-1'
    : 'RRULE:FREQ=YEARLY'

/** The parts of a rule may stand in any order. */
const sorted = (line: string) =>
  line
    .toUpperCase()
    .replace(/^RRULE:/, '')
    .split(';')
    .sort()
    .join(';')

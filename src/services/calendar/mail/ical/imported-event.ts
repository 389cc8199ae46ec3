import { invalidField, requiredField } from '#/kernel/errors.ts'
import { addressIn } from '../../domain/event/address.ts'
import { remindersMax } from '../../domain/reminders.ts'
import type { Event, EventAttendee } from '../../schemas/event.ts'
import type { EventReminder } from '../../schemas/reminder.ts'
import { importedTimes } from './imported-times.ts'
import type { JcalComponent, JcalProperty } from './parse-calendar.ts'
import { propertiesOf, textOf } from './properties.ts'

export interface FileZones {
  /** The zone that a name of the file means. */
  readonly named: (tzid: string) => string | undefined
  /** The zone of times that name none. */
  readonly floating: string
}

/** The event that a component of a file describes; `lines` is its text. */
export function importedEvent(vevent: JcalComponent, lines: string, zones: FileZones): Event {
  const iCalUID = textOf(vevent, 'uid')?.trim()
  if (!iCalUID) throw requiredField('Missing UID.')
  const attendees = attendeesOf(vevent)
  return withoutEmpty({
    iCalUID,
    ...importedTimes(vevent, lines, zones),
    summary: textOf(vevent, 'summary'),
    description: textOf(vevent, 'description'),
    location: textOf(vevent, 'location'),
    sequence: sequenceOf(vevent),
    status: wordOf(statuses, textOf(vevent, 'status')),
    transparency: wordOf(transparencies, textOf(vevent, 'transp')),
    visibility: wordOf(visibilities, textOf(vevent, 'class')),
    organizer: organizerOf(vevent),
    attendees: attendees.length > 0 ? attendees : undefined,
    reminders: remindersOf(vevent),
  })
}

const statuses = { TENTATIVE: 'tentative', CONFIRMED: 'confirmed', CANCELLED: 'cancelled' }
const transparencies = { TRANSPARENT: 'transparent', OPAQUE: 'opaque' }
const visibilities = { PUBLIC: 'public', PRIVATE: 'private', CONFIDENTIAL: 'confidential' }
const answers = { ACCEPTED: 'accepted', DECLINED: 'declined', TENTATIVE: 'tentative' }

/** Words that are not known say nothing. */
const wordOf = (words: Readonly<Record<string, string>>, text: unknown): string | undefined =>
  typeof text === 'string' ? words[text.trim().toUpperCase()] : undefined

function sequenceOf(vevent: JcalComponent): number | undefined {
  const [property] = propertiesOf(vevent, 'sequence')
  if (property === undefined) return undefined
  const sequence = Number(property[3])
  if (!Number.isInteger(sequence)) throw invalidField('The SEQUENCE is not a number.')
  return sequence
}

function organizerOf(vevent: JcalComponent): Event['organizer'] {
  const [property] = propertiesOf(vevent, 'organizer')
  const email = property && addressOf(property)
  if (email === undefined) return undefined
  return withoutEmpty({ email, displayName: nameOf(property!) })
}

/** Those who can be written to; calendars also list things that have no mail address. */
const attendeesOf = (vevent: JcalComponent): EventAttendee[] =>
  propertiesOf(vevent, 'attendee').flatMap((property) => {
    const email = addressOf(property)
    if (email === undefined) return []
    const [, { role, cutype, partstat, 'x-num-guests': guests }] = property
    const isResource = ['RESOURCE', 'ROOM'].includes(String(cutype).toUpperCase())
    return withoutEmpty({
      email,
      displayName: nameOf(property),
      responseStatus: wordOf(answers, partstat) ?? 'needsAction',
      optional: String(role).toUpperCase() === 'OPT-PARTICIPANT' ? true : undefined,
      resource: isResource ? true : undefined,
      additionalGuests: /^[1-9]\d{0,3}$/.test(String(guests)) ? Number(guests) : undefined,
    })
  })

const addressOf = ([, , , value]: JcalProperty): string | undefined =>
  /^mailto:/i.test(String(value)) ? addressIn(String(value)) : undefined

const nameOf = ([, { cn }]: JcalProperty): string | undefined =>
  typeof cn === 'string' && cn.trim() !== '' ? cn : undefined

/** Alarms that come a while before the start; there is no room for others. */
function remindersOf([, , components]: JcalComponent): Event['reminders'] {
  const overrides = components
    .filter(([name]) => name === 'valarm')
    .flatMap((alarm): EventReminder[] => {
      const minutes = minutesBefore(propertiesOf(alarm, 'trigger')[0])
      if (minutes === undefined) return []
      const isMail = textOf(alarm, 'action')?.toUpperCase() === 'EMAIL'
      return [{ method: isMail ? 'email' : 'popup', minutes }]
    })
    .slice(0, remindersMax)
  return overrides.length > 0 ? { useDefault: false, overrides } : undefined
}

const minutesMax = 40_320

function minutesBefore(trigger: JcalProperty | undefined): number | undefined {
  if (trigger === undefined || trigger[2] !== 'duration') return undefined
  if (String(trigger[1].related).toUpperCase() === 'END') return undefined
  try {
    const before = Temporal.Duration.from(String(trigger[3])).negated()
    const minutes = before.total({
      unit: 'minutes',
      relativeTo: Temporal.PlainDate.from('2000-01-01'),
    })
    return minutes >= 0 && minutes <= minutesMax ? Math.round(minutes) : undefined
  } catch {
    return undefined
  }
}

/** Without what the file does not say. */
function withoutEmpty<T extends object>(value: T): { [K in keyof T]: Exclude<T[K], undefined> } {
  const present = Object.entries(value).filter(([, member]) => member !== undefined)
  return Object.fromEntries(present) as { [K in keyof T]: Exclude<T[K], undefined> }
}

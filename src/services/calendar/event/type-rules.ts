import {
  type ApiError,
  eventTypeRestriction,
  invalidField,
  malformedWorkingLocationEvent,
} from '#/kernel/errors.ts'
import { msPerDay } from '../time/civil-date.ts'
import type { EventContext } from './event-content.ts'
import type { EventTimes } from './times.ts'

/** What all events of a type have in common. */
interface TypeRules {
  readonly isForPrimaryOnly?: true
  readonly transparency?: 'opaque' | 'transparent'
  readonly visibility?: 'public' | 'private'
  /** When such events can be; anything goes where this is absent. */
  readonly times?: { readonly fit: (times: EventTimes) => boolean; readonly rule: string }
  readonly refusal: (message: string) => ApiError
}

const isTimed = ({ isAllDay }: EventTimes) => !isAllDay
const isOneDay = ({ isAllDay, startMs, endMs }: EventTimes) =>
  isAllDay && endMs - startMs === msPerDay

const atWork: TypeRules = {
  isForPrimaryOnly: true,
  transparency: 'opaque',
  times: { fit: isTimed, rule: 'Such an event has a time of day.' },
  refusal: eventTypeRestriction,
}

export const typeRules: Readonly<Record<EventType, TypeRules>> = {
  default: { refusal: eventTypeRestriction },
  fromMail: { refusal: eventTypeRestriction },
  focusTime: atWork,
  outOfOffice: atWork,
  workingLocation: {
    isForPrimaryOnly: true,
    transparency: 'transparent',
    visibility: 'public',
    times: {
      fit: (times) => isTimed(times) || isOneDay(times),
      rule: 'A working location has a time of day, or is for one whole day.',
    },
    refusal: malformedWorkingLocationEvent,
  },
  birthday: {
    transparency: 'transparent',
    visibility: 'private',
    times: { fit: isOneDay, rule: 'A birthday is one whole day.' },
    refusal: eventTypeRestriction,
  },
}

/** Refuses an event of a type where such events cannot be. */
export function requirePlace(type: EventType, { calendar }: EventContext): void {
  if (typeRules[type].isForPrimaryOnly && !calendar.isPrimary) {
    throw eventTypeRestriction('Events of this type can only be on a primary calendar.')
  }
}

/** Refuses an event of a type when such events cannot be. */
export function requireFittingTimes(type: EventType, times: EventTimes): void {
  const { times: wanted, refusal } = typeRules[type]
  if (wanted !== undefined && !wanted.fit(times)) throw refusal(wanted.rule)
}

const eventTypes = [
  'default',
  'birthday',
  'focusTime',
  'fromMail',
  'outOfOffice',
  'workingLocation',
] as const

export type EventType = (typeof eventTypes)[number]

/** The type that a text names: events made from mail have two names. */
const eventTypeIn = (text: string): EventType | undefined =>
  text === 'fromGmail' ? 'fromMail' : eventTypes.find((type) => type === text)

/** The type of a new event. */
export function insertedType(given: string | undefined): EventType {
  const type = requireType(given) ?? 'default'
  if (type === 'fromMail') {
    throw eventTypeRestriction('Events of this type are made from mail, not by clients.')
  }
  return type
}

/** The type of an event that changes, which stays what it was. */
export function keptType(given: string | undefined, stored: string | undefined): EventType {
  const type = eventTypeIn(stored ?? 'default') ?? 'default'
  if ((requireType(given) ?? type) !== type) {
    throw eventTypeRestriction('The type of an event cannot be changed.')
  }
  return type
}

function requireType(given: string | undefined): EventType | undefined {
  if (!given) return undefined
  const type = eventTypeIn(given)
  if (type === undefined) throw invalidField('Invalid event type value.')
  return type
}

/** What people call the special types of events, in several languages: one finds them by these words. */
export const typeNames: Readonly<Record<string, string>> = {
  workingLocation: [
    'working location',
    'Arbeitsort',
    'lieu de travail',
    'lugar de trabajo, ubicación del trabajo',
    'luogo di lavoro',
    'local de trabalho',
    'werklocatie',
    'miejsce pracy',
    '勤務場所',
  ].join(' / '),
  outOfOffice: [
    'out of office, OOO',
    'abwesend, Abwesenheit, nicht im Büro',
    'absent du bureau, absence',
    'fuera de la oficina, ausente',
    'fuori sede, fuori ufficio',
    'fora do escritório',
    'niet op kantoor, afwezig',
    'poza biurem, nieobecność',
    '不在',
  ].join(' / '),
  focusTime: [
    'focus time',
    'Fokuszeit, Zeit für konzentriertes Arbeiten',
    'temps de concentration, moment de concentration',
    'tiempo de concentración, tiempo para concentrarse',
    'tempo di concentrazione, momento di concentrazione',
    'tempo de concentração, horário de concentração',
    'focustijd',
    'czas skupienia, czas na skupienie',
    '集中時間',
  ].join(' / '),
}

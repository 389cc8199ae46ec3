import {
  type ApiError,
  eventTypeRestriction,
  malformedWorkingLocationEvent,
} from '#/kernel/errors.ts'
import { msPerDay } from '../civil-date.ts'
import type { EventContext } from './event-context.ts'
import type { EventType } from './event-type.ts'
import type { EventTimes } from './times.ts'

/** What all events of a type have in common. */
export interface TypeRules {
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

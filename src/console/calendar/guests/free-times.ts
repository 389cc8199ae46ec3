import type { BusyTime } from '../wire/types.ts'

/** The hours of the day in which people meet. */
const workday = { from: 8, to: 18 }
const stepMinutes = 30

/** A person, and when they are busy. */
export interface Availability {
  readonly name: string
  /** Whether the free/busy information of a person is available. */
  readonly isKnown: boolean
  readonly busy: readonly BusyTime[]
}

/** The names of the people who are busy in a period, and of those whose availability is unknown. */
export function conflictsAt(people: readonly Availability[], startMs: number, endMs: number) {
  const isBusy = ({ busy }: Availability) =>
    busy.some(({ start, end }) => msOf(start) < endMs && msOf(end) > startMs)
  const namesOf = (some: readonly Availability[]) => some.map(({ name }) => name)
  return {
    busy: namesOf(people.filter(isBusy)),
    unknown: namesOf(people.filter(({ isKnown }) => !isKnown)),
  }
}

interface Search {
  readonly people: readonly Availability[]
  /** The earliest start to consider. */
  readonly from: Temporal.ZonedDateTime
  readonly until: Temporal.ZonedDateTime
  readonly minutes: number
  readonly countMax: number
}

/**
 * When everyone is free, from early to late, in steps of half an hour and on working days. None if the
 * availability of someone is unknown.
 */
export function freeTimes({ people, from, until, minutes, countMax }: Search) {
  if (people.some(({ isKnown }) => !isKnown)) return []
  const taken = people
    .flatMap(({ busy }) => busy)
    .map(({ start, end }) => ({ startMs: msOf(start), endMs: msOf(end) }))
    .toSorted((one, other) => one.startMs - other.startMs)
  const found: Temporal.ZonedDateTime[] = []
  let at = from.round({
    smallestUnit: 'minute',
    roundingIncrement: stepMinutes,
    roundingMode: 'ceil',
  })
  while (found.length < countMax && Temporal.ZonedDateTime.compare(at, until) < 0) {
    const startMs = at.epochMilliseconds
    const endMs = startMs + minutes * 60_000
    const obstacle = taken.find((each) => each.startMs < endMs && each.endMs > startMs)
    if (!isWorkday(at) || !fitsIn(at, minutes)) at = nextMorning(at)
    else if (obstacle === undefined) {
      found.push(at)
      at = at.add({ minutes: Math.max(minutes, stepMinutes) })
    } else at = at.add({ minutes: stepMinutes })
  }
  return found
}

const msOf = (text: string) => Temporal.Instant.from(text).epochMilliseconds

const isWorkday = ({ dayOfWeek, hour }: Temporal.ZonedDateTime) =>
  dayOfWeek <= 5 && hour >= workday.from

function fitsIn(at: Temporal.ZonedDateTime, minutes: number): boolean {
  const minuteOfDay = at.hour * 60 + at.minute
  const isLong = minutes > (workday.to - workday.from) * 60
  return isLong ? minuteOfDay === workday.from * 60 : minuteOfDay + minutes <= workday.to * 60
}

/** Eight o'clock: of the same day where that is still to come. */
function nextMorning(at: Temporal.ZonedDateTime): Temporal.ZonedDateTime {
  const morning = at.withPlainTime({ hour: workday.from })
  return Temporal.ZonedDateTime.compare(morning, at) > 0 ? morning : morning.add({ days: 1 })
}

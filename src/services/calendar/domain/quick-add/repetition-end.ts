import { amountPattern, readAmount, type Unit, unitOf } from './amount.ts'
import type { Frequency, Repetition } from './repetition.ts'
import type { Sentence } from './sentence.ts'
import { numberOf, numberPattern } from './vocabulary.ts'

/** How long a series goes on: so many times, or as many occurrences as fit into a span. */
export type RepetitionEnd =
  | { readonly times: number }
  | { readonly amount: number; readonly unit: Unit }

const times = new RegExp(`\\b(?:for\\s+)?(${numberPattern})\\s+(?:times|occurrences)\\b`, 'i')
const span = new RegExp(`\\bfor\\s+${amountPattern}`, 'i')

/** Takes `5 times` or `for 10 weeks`; a span below one step of the series is the event's length. */
export function takeRepetitionEnd(
  sentence: Sentence,
  { frequency }: Repetition,
): RepetitionEnd | undefined {
  const count = times.exec(sentence.visible)
  if (count !== null && numberOf(count[1]!) > 0) {
    sentence.takeSpan(count.index, count.index + count[0].length)
    return { times: numberOf(count[1]!) }
  }
  const match = span.exec(sentence.visible)
  const length = match && readAmount(match[1]!, match[2]!)
  if (!match || !length) return undefined
  const unit = unitOf(match[2]!)
  if (units.indexOf(unit) < units.indexOf(stepOf[frequency])) return undefined
  sentence.takeSpan(match.index, match.index + match[0].length)
  return { amount: length[`${unit as 'day'}s`], unit }
}

/** The COUNT or UNTIL part of a series that begins on `first`. */
export function endPart(
  repetition: Repetition,
  end: RepetitionEnd,
  first: Temporal.PlainDate,
): string {
  if ('times' in end) return `COUNT=${end.times}`
  const steps = stepsPerUnit[repetition.frequency][end.unit]
  if (steps === undefined) {
    return untilPart(first.add({ [`${end.unit}s`]: end.amount }).subtract({ days: 1 }))
  }
  const { interval = 1, weekdays, ordinals, monthDays } = repetition
  const periods = Math.ceil((end.amount * steps) / interval)
  const perPeriod = [weekdays, ordinals, monthDays].map((list) => list?.length ?? 1)
  return `COUNT=${perPeriod.reduce((product, length) => product * length, periods)}`
}

/** The day counts as a whole, whatever the time of the event. */
export const untilPart = (day: Temporal.PlainDate): string =>
  `UNTIL=${day.toString().replaceAll('-', '')}`

const units: readonly Unit[] = ['minute', 'hour', 'day', 'week', 'month', 'year']

const stepOf: Readonly<Record<Frequency, Unit>> = {
  DAILY: 'day',
  WEEKLY: 'week',
  MONTHLY: 'month',
  YEARLY: 'year',
}

const stepsPerUnit: Readonly<Record<Frequency, Partial<Record<Unit, number>>>> = {
  DAILY: { day: 1, week: 7 },
  WEEKLY: { week: 1 },
  MONTHLY: { month: 1, year: 12 },
  YEARLY: { year: 1 },
}

import { midnightOf } from '../civil-date.ts'
import { invalidRule } from './invalid-rule.ts'
import { chosenPlaces } from './period.ts'
import type { Rule } from './rule.ts'
import type { SeriesStart } from './series.ts'

/** One for each minute. */
const timesPerDayMax = 1_440

/** The times, in ms after midnight, at which the rule puts an occurrence on each of its days. */
export function timesOfDay(rule: Rule, { wallMs, zone }: SeriesStart): readonly number[] {
  const startTime = wallMs - midnightOf(wallMs)
  const hours = inOrder(rule.hours, Math.floor(startTime / 3_600_000))
  const minutes = inOrder(rule.minutes, Math.floor(startTime / 60_000) % 60)
  const seconds = inOrder(rule.seconds, Math.floor(startTime / 1_000) % 60)
  if (hours.length * minutes.length * seconds.length > timesPerDayMax) throw invalidRule()
  // Whole days have no time that a rule could change.
  if (zone === undefined) return chosenOfDay(rule, [0])
  const times = hours.flatMap((hour) =>
    minutes.flatMap((minute) =>
      seconds.map((second) => ((hour * 60 + minute) * 60 + second) * 1_000 + (startTime % 1_000)),
    ),
  )
  return chosenOfDay(rule, times)
}

/** In a daily rule BYSETPOS chooses among the times of each day; otherwise that waits for the days. */
function chosenOfDay(rule: Rule, times: readonly number[]): readonly number[] {
  const { frequency, setPositions } = rule
  if (frequency !== 'DAILY' || setPositions.length === 0) return times
  return chosenPlaces(setPositions, times.length).map((place) => times[place]!)
}

function inOrder(values: readonly number[], otherwise: number): readonly number[] {
  if (values.length === 0) return [otherwise]
  return [...new Set(values)].sort((a, b) => a - b)
}

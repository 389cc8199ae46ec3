import { weekdayNumber, weekdayPattern } from './vocabulary.ts'

const separator = '(?:\\s*,\\s*(?:and\\s+)?|\\s+and\\s+|\\s*&\\s*|\\s*/\\s*|\\s+)'
const range = '(?:\\s*[-–—]\\s*|\\s+(?:to|through|thru)\\s+)'

const weekday = `${weekdayPattern}s?`
const furtherWeekday = `(?:${separator}|${range})${weekday}`

/** One weekday or several: `Monday`, `Mon, Wed and Fri`, `Tue Thu`, `Monday to Friday`. */
export const weekdayListPattern = `${weekday}(?:${furtherWeekday}){0,6}`

/** At least two weekdays. */
export const weekdayPairPattern = `${weekday}(?:${furtherWeekday}){1,6}`

const oneOrRange = new RegExp(`(${weekdayPattern})s?\\b(?:${range}(${weekdayPattern})s?\\b)?`, 'gi')

/** The weekdays of a list, each once and Monday first. */
export function weekdaysIn(list: string): readonly number[] {
  const weekdays = new Set<number>()
  for (const [, from, to] of list.matchAll(oneOrRange)) {
    const first = weekdayNumber(from!)
    const days = to === undefined ? 0 : (weekdayNumber(to) - first + 7) % 7
    for (let day = 0; day <= days; day += 1) weekdays.add(((first - 1 + day) % 7) + 1)
  }
  return [...weekdays].toSorted((one, other) => one - other)
}

import { inOnePiece } from '#/kernel/one-piece.ts'
import { civilDateOf, msPerDay } from './civil-date.ts'

const pad = (number: number, width: number) => String(number).padStart(width, '0')
const twoDigits = Array.from({ length: 100 }, (_, number) => pad(number, 2))

let knownDay = Number.NaN
let knownDate = ''

/** The date that a count of milliseconds since 1970-01-01 falls on: `2026-05-01`. */
export function civilDateText(ms: number): string {
  const day = Math.floor(ms / msPerDay)
  // Times come in runs of the same day.
  if (day !== knownDay) {
    const { year, month, day: dayOfMonth } = civilDateOf(day)
    knownDate = `${pad(year, 4)}-${twoDigits[month]}-${twoDigits[dayOfMonth]}`
    knownDay = day
  }
  return knownDate
}

/** The same with the time of day, and what is to follow that: `2026-05-01T15:00:00`. */
export function civilTimeText(ms: number, rest = ''): string {
  const date = civilDateText(ms)
  const seconds = Math.floor((ms - Math.floor(ms / msPerDay) * msPerDay) / 1000)
  const hour = twoDigits[Math.trunc(seconds / 3600)]!
  const minute = twoDigits[Math.trunc(seconds / 60) % 60]!
  return inOnePiece(date, 'T', hour, ':', minute, ':', twoDigits[seconds % 60]!, rest)
}

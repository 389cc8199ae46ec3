import { invalidRule } from './invalid-rule.ts'

/** A day of the week, or with an ordinal the nth one of a month or year; 0 stands for each of them. */
export interface WeekdayInRule {
  /** 0 is Monday. */
  readonly weekday: number
  readonly ordinal: number
}

export interface Range {
  readonly min: number
  readonly max: number
}

const weekdayNames = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU']

export function readWholeNumber(text: string, { min, max }: Range): number {
  const value = /^\d{1,10}$/.test(text) ? Number(text) : Number.NaN
  if (!(value >= min && value <= max)) throw invalidRule()
  return value
}

export function readNumbers(text: string | undefined, range: Range): readonly number[] {
  return listed(text).map((item) => readWholeNumber(item, range))
}

/** Numbers that may count from the end, and never are 0. */
export function readPositions(text: string | undefined, max: number): readonly number[] {
  return listed(text).map((item) => readPosition(item, max))
}

export function readWeekdays(text: string | undefined): readonly WeekdayInRule[] {
  return listed(text).map((item) => ({
    weekday: readWeekday(item.slice(-2)),
    ordinal: item.length === 2 ? 0 : readPosition(item.slice(0, -2), 53),
  }))
}

export function readWeekday(name: string): number {
  const weekday = weekdayNames.indexOf(name)
  if (weekday < 0) throw invalidRule()
  return weekday
}

function readPosition(text: string, max: number): number {
  const isNegative = text.startsWith('-')
  const value = readWholeNumber(text.replace(/^[+-]/, ''), { min: 1, max })
  return isNegative ? -value : value
}

function listed(text: string | undefined): string[] {
  return text === undefined ? [] : text.split(',')
}

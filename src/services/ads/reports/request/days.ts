import type { Days } from './plan.ts'

const dayForm = /^\d{4}-\d\d-\d\d$/

/** Whether the text is a valid date. */
export function isDate(text: string): boolean {
  if (!dayForm.test(text)) return false
  try {
    return Temporal.PlainDate.from(text).toString() === text
  } catch {
    return false
  }
}

export const dateExpected = 'a date such as 2030-01-31 is expected.'

/** Why a text is not a date: its format, or a day that does not exist. */
const dateFault = (text: string) =>
  dayForm.test(text) ? `the calendar has no ${text}.` : dateExpected

/** The error of a pair of dates, and its location; undefined if they are a range or absent. */
export function daysIn(
  { startDate, endDate }: { readonly startDate?: string; readonly endDate?: string },
  fault: (member: 'startDate' | 'endDate', why: string) => void,
): Days | undefined {
  if (startDate === undefined && endDate === undefined) return undefined
  if (startDate === undefined) return void fault('startDate', 'it goes with endDate.')
  if (endDate === undefined) return void fault('endDate', 'it goes with startDate.')
  if (!isDate(startDate)) return void fault('startDate', dateFault(startDate))
  if (!isDate(endDate)) return void fault('endDate', dateFault(endDate))
  if (endDate < startDate) return void fault('endDate', 'it lies before startDate.')
  return { first: startDate, last: endDate }
}

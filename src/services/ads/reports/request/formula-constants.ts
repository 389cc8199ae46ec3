import type { Formula } from '../../domain/formula/parse.ts'
import type { Days } from './plan.ts'

export interface Constants {
  readonly today: string
}

const notConstant = () => new Error('a fixed number or date is expected there')

/** A number that depends on the formula alone. */
export function constantNumber(formula: Formula, constants: Constants): number {
  if (formula.is === 'number') return formula.value
  if (formula.is === 'sum') {
    const [left, right] = formula.of.map((part) => constantNumber(part, constants))
    if (formula.sign === '+') return left! + right!
    if (formula.sign === '-') return left! - right!
    if (formula.sign === '*') return left! * right!
  }
  if (formula.is === 'call' && formula.name === 'day') {
    return Temporal.PlainDate.from(constantDate(formula.of[0]!, constants)).day
  }
  if (formula.is === 'call' && formula.name === 'num_days') {
    const { first, last } = constantRange(formula.of[0]!, constants)
    return Temporal.PlainDate.from(first).until(last).days + 1
  }
  throw notConstant()
}

/** A date that depends on the formula and on today. */
export function constantDate(formula: Formula, constants: Constants): string {
  if (formula.is !== 'call') throw notConstant()
  const [first, second] = formula.of
  if (formula.name === 'today') return constants.today
  if (formula.name === 'date' && first?.is === 'text') {
    return Temporal.PlainDate.from(first.value).toString()
  }
  if (formula.name === 'add_days') {
    return shiftedDate(constantDate(first!, constants), whole(constantNumber(second!, constants)))
  }
  throw notConstant()
}

/** Days that depend on the formula and on today. All ranges except `from_date` end before today. */
export function constantRange(formula: Formula, constants: Constants): Days {
  if (formula.is !== 'call') throw notConstant()
  const { today } = constants
  const count = () => Math.max(1, whole(constantNumber(formula.of[0]!, constants)))
  switch (formula.name) {
    case 'days':
      return { first: shiftedDate(today, -count()), last: shiftedDate(today, -1) }
    case 'last_7_days':
      return { first: shiftedDate(today, -7), last: shiftedDate(today, -1) }
    case 'last_30_days':
      return { first: shiftedDate(today, -30), last: shiftedDate(today, -1) }
    case 'calendar_weeks': {
      const last = shiftedDate(today, -((Temporal.PlainDate.from(today).dayOfWeek % 7) + 1))
      return { first: shiftedDate(last, 1 - 7 * count()), last }
    }
    case 'calendar_months':
      return months(today, count())
    case 'last_month':
      return months(today, 1)
    case 'from_date': {
      const first = constantDate(formula.of[0]!, constants)
      return { first, last: first > today ? first : today }
    }
    default:
      throw notConstant()
  }
}

const whole = (number: number) => Math.max(-daysMax, Math.min(daysMax, Math.trunc(number)))

const daysMax = 36_600

const shiftedDate = (date: string, days: number) =>
  Temporal.PlainDate.from(date).add({ days }).toString()

function months(today: string, count: number): Days {
  const present = Temporal.PlainDate.from(today).with({ day: 1 })
  return {
    first: present.subtract({ months: Math.min(count, 1_200) }).toString(),
    last: present.subtract({ days: 1 }).toString(),
  }
}

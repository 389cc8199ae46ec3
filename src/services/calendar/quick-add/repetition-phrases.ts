import type { Frequency, Repetition } from './repetition.ts'
import {
  monthPattern,
  numberOf,
  numberPattern,
  ordinalOf,
  ordinalPattern,
  type Sentence,
  weekdayNumber,
  weekdayPattern,
} from './sentence.ts'

const separator = '(?:\\s*,\\s*(?:and\\s+)?|\\s+and\\s+|\\s*&\\s*|\\s*/\\s*|\\s+)'
const range = '(?:\\s*[-–—]\\s*|\\s+(?:to|through|thru)\\s+)'

const weekday = `${weekdayPattern}s?`
const furtherWeekday = `(?:${separator}|${range})${weekday}`

/** One weekday or several: `Monday`, `Mon, Wed and Fri`, `Tue Thu`, `Monday to Friday`. */
const weekdayListPattern = `${weekday}(?:${furtherWeekday}){0,6}`

/** At least two weekdays. */
const weekdayPairPattern = `${weekday}(?:${furtherWeekday}){1,6}`

const oneOrRange = new RegExp(`(${weekdayPattern})s?\\b(?:${range}(${weekdayPattern})s?\\b)?`, 'gi')

/** The weekdays of a list, without duplicates, Monday first. */
function weekdaysIn(list: string): readonly number[] {
  const weekdays = new Set<number>()
  for (const [, from, to] of list.matchAll(oneOrRange)) {
    const first = weekdayNumber(from!)
    const days = to === undefined ? 0 : (weekdayNumber(to) - first + 7) % 7
    for (let day = 0; day <= days; day += 1) weekdays.add(((first - 1 + day) % 7) + 1)
  }
  return [...weekdays].toSorted((one, other) => one - other)
}

/** Extracts the phrase that describes how an event repeats; the first match of the table wins. */
export function takeRepetition(sentence: Sentence): Repetition | undefined {
  for (const { pattern, read } of phrases) {
    const match = pattern.exec(sentence.visible)
    const repetition = match && read(match.groups ?? {})
    if (!match || !repetition) continue
    sentence.takeSpan(match.index, match.index + match[0].length)
    return withWeekdays(sentence, repetition)
  }
  return undefined
}

const pluralWeekday = '(?:mon|tues|wednes|thurs|fri|satur|sun)days'

const weekdaysApart = new RegExp(`\\b(?:on\\s+)?(?:${weekdayPairPattern}|${pluralWeekday})\\b`, 'i')

/** Takes the weekdays of a weekly event from elsewhere: "Mon & Wed 6pm every week", "Fridays". */
function withWeekdays(sentence: Sentence, repetition: Repetition): Repetition {
  if (repetition.frequency !== 'WEEKLY' || repetition.weekdays !== undefined) return repetition
  const list = sentence.take(weekdaysApart)?.[0]
  return list === undefined ? repetition : { ...repetition, weekdays: weekdaysIn(list) }
}

type Words = Readonly<Record<string, string | undefined>>

interface Phrase {
  readonly pattern: RegExp
  readonly read: (words: Words) => Repetition | undefined
}

const phrase = (pattern: string, read: Phrase['read']): Phrase => ({
  pattern: new RegExp(`\\b(?:${pattern})\\b`, 'i'),
  read,
})

const every = '(?:every|each)\\s+'
const and = '(?:\\s*,\\s*(?:and\\s+)?|\\s+and\\s+|\\s*&\\s*)'
const ordinals = `(?<ordinals>${ordinalPattern}(?:${and}${ordinalPattern})*)`
const weekdays = `(?<weekdays>${weekdayListPattern})`
const onWeekdays = `(?:\\s+on\\s+${weekdays})?`
const number = `(?:(?<number>other|${numberPattern}|${ordinalPattern})\\s+)?`
const monthDay = '\\d{1,2}(?:st|nd|rd|th)'
const monthDays = `(?<monthDays>${monthDay}(?:${and}(?:the\\s+)?(?:${monthDay}|last(?:\\s+day)?))*)`
const edge = '(?<edge>first|last)'
const monthly = `(?:monthly|${every}month)\\s+on\\s+(?:the\\s+)?`
const ofMonth = '(?:of|in)\\s+(?:the|a|each|every)\\s+month'
const ofEveryMonth = '(?:of|in)\\s+(?:each|every)\\s+month'
const dayOfYear = `${monthPattern}\\.?\\s+\\d|\\d{1,2}(?:st|nd|rd|th)?\\s+(?:of\\s+)?${monthPattern}`

const phrases: readonly Phrase[] = [
  phrase(`${every}${ordinals}\\s+${weekdays}(?:\\s+${ofMonth})?`, ordinalWeekdays),
  phrase(`(?:on\\s+)?(?:the\\s+)?${ordinals}\\s+${weekdays}\\s+${ofEveryMonth}`, ordinalWeekdays),
  phrase(`${monthly}${ordinals}\\s+${weekdays}`, ordinalWeekdays),
  phrase(`(?:on\\s+)?(?:the\\s+)?${monthDays}\\s+${ofEveryMonth}`, daysOfMonth),
  phrase(`${monthly}${edge}\\s+day`, edgeOfMonth),
  phrase(`(?:on\\s+)?(?:the\\s+)?${edge}(?:\\s+day)?\\s+${ofEveryMonth}`, edgeOfMonth),
  phrase(`${every}${edge}\\s+day\\s+${ofMonth}`, edgeOfMonth),
  phrase(`${monthly}${monthDays}`, daysOfMonth),
  phrase(`${every}${monthDays}\\s+${ofMonth}`, daysOfMonth),
  phrase(`(?:on\\s+)?(?:the\\s+)?${monthDays}\\s+(?:monthly|${every}month)`, daysOfMonth),
  phrase(`(?:on\\s+)?${weekdays}\\s+(?:weekly|${every}${number}weeks?)`, weekly),
  phrase(`${every}(?<number>other\\s+)?${weekdays}`, weekly),
  phrase(`${every}(?:weekday|workday)s?|weekdays`, () => onWeekdaysOnly([1, 2, 3, 4, 5])),
  phrase(`${every}weekends?|weekends`, () => onWeekdaysOnly([6, 7])),
  phrase(`${every}${number}weeks?${onWeekdays}`, weekly),
  phrase(`weekly${onWeekdays}`, weekly),
  phrase(`(?:bi-?weekly|fortnightly)${onWeekdays}`, (words) => weekly({ ...words, number: '2' })),
  phrase(`${every}${number}(?<unit>day|month|year)s?`, everyUnit),
  phrase('daily|everyday', () => ({ frequency: 'DAILY' })),
  phrase('monthly', () => ({ frequency: 'MONTHLY' })),
  phrase(`quarterly|${every}quarter`, () => ({ frequency: 'MONTHLY', interval: 3 })),
  phrase('yearly|annually', () => ({ frequency: 'YEARLY' })),
  phrase(
    `(?:on\\s+)?(?<weekdays>${pluralWeekday}(?:(?:${and}|\\s+)${pluralWeekday}){0,6})`,
    weekly,
  ),
  phrase(`(?:on\\s+)?${weekdays}(?=\\s+(?:mornings|afternoons|evenings|nights)\\b)`, weekly),
  phrase('(?-i:MWF)', () => onWeekdaysOnly([1, 3, 5])),
  phrase('(?-i:TTh|TuTh)', () => onWeekdaysOnly([2, 4])),
  // The rest is left to the parsers of days and of parts of the day.
  phrase(`${every}(?=${dayOfYear})`, () => ({ frequency: 'YEARLY' })),
  phrase('(?:every|each)(?=\\s+(?:morning|afternoon|evening|night))', () => ({
    frequency: 'DAILY',
  })),
]

function ordinalWeekdays({ ordinals: list = '', weekdays: days = '' }: Words): Repetition {
  const words = list.match(new RegExp(ordinalPattern, 'gi')) ?? []
  const places = new Set(words.map(ordinalOf))
  return { frequency: 'MONTHLY', weekdays: weekdaysIn(days), ordinals: [...places] }
}

function edgeOfMonth({ edge: word = '' }: Words): Repetition {
  return { frequency: 'MONTHLY', monthDays: [ordinalOf(word)] }
}

function daysOfMonth({ monthDays: list = '' }: Words): Repetition | undefined {
  const days = [...new Set(list.match(/\d+/g)?.map(Number))].toSorted((one, other) => one - other)
  if (days.some((day) => day < 1 || day > 31)) return undefined
  return { frequency: 'MONTHLY', monthDays: /last/i.test(list) ? [...days, -1] : days }
}

function weekly({ number: word, weekdays: days }: Words): Repetition | undefined {
  const interval = intervalOf(word)
  if (interval === undefined) return undefined
  return { frequency: 'WEEKLY', interval, ...(days && { weekdays: weekdaysIn(days) }) }
}

const onWeekdaysOnly = (days: readonly number[]): Repetition => ({
  frequency: 'WEEKLY',
  weekdays: days,
})

function everyUnit({ number: word, unit = 'day' }: Words): Repetition | undefined {
  const interval = intervalOf(word)
  if (interval === undefined) return undefined
  return { frequency: frequencies[unit.toLowerCase()]!, interval }
}

const frequencies: Readonly<Record<string, Frequency>> = {
  day: 'DAILY',
  month: 'MONTHLY',
  year: 'YEARLY',
}

/** The interval of "every other week", "every 3 weeks" and "every third week"; undefined if below 1. */
function intervalOf(word: string | undefined): number | undefined {
  if (word === undefined) return 1
  if (/^other/i.test(word)) return 2
  const interval = numberOf(word) || ordinalOf(word)
  return interval >= 1 ? interval : undefined
}

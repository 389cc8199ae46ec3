import { type Clock, readClock, startBefore } from './clock.ts'
import { phraseEnd } from './phrase-end.ts'
import type { Sentence } from './sentence.ts'
import { monthPattern } from './vocabulary.ts'

export interface TimeSpan {
  readonly start: Clock
  readonly end?: Clock
}

type Groups = Readonly<Record<string, string | undefined>>

const halves = '[ap]\\.?m\\.?|in\\s+the\\s+(?:morning|afternoon|evening)|at\\s+night'

const clockPattern = (which: 'start' | 'end') =>
  `(?:(?<${which}Hour>\\d{1,2})(?:(?<${which}Point>[:.])(?<${which}Minute>[0-5]\\d))?` +
  `(?:\\s*(?:(?<${which}Half>${halves})|(?<${which}Oclock>o['’]clock)))?|(?<${which}Name>noon|midday|midnight))`

const spanPattern = new RegExp(
  `(?:\\b(?<lead>at|from|between|around|by)\\s+|(?<sign>@)\\s*)?` +
    `(?<![\\w/.:$€£+-])${clockPattern('start')}` +
    `(?:\\s*(?:[-–—]|\\bto\\b|\\buntil\\b|\\btill\\b|\\band\\b)\\s*${clockPattern('end')})?` +
    `(?![\\w/:%]|[.,-]\\d)(?:(?<over>${phraseEnd})|)`,
  'gi',
)
const monthBefore = new RegExp(`\\b${monthPattern}\\.?\\s+$`, 'i')
const monthAfter = new RegExp(`^(?:\\s+of)?\\s+${monthPattern}\\b`, 'i')

/** Takes the first time or pair of times: `7pm`, `at 7`, `3-4pm`, `from 9:00 to 17:00`. */
export function takeTimes(sentence: Sentence): TimeSpan | undefined {
  spanPattern.lastIndex = 0
  let match = spanPattern.exec(sentence.visible)
  while (match !== null) {
    const span = isTime(match) ? readSpan(match.groups!) : undefined
    if (span !== undefined) {
      sentence.takeSpan(match.index, match.index + match[0].length)
      return span
    }
    // What is no time as a whole may still contain one, as "June 12 - 3pm" does.
    spanPattern.lastIndex = match.index + 1
    match = spanPattern.exec(sentence.visible)
  }
  return undefined
}

/** Tells a time from a mere number, which needs a word before it and the end of the phrase after. */
function isTime(match: RegExpExecArray): boolean {
  const { lead, sign, over, endHour, endName } = match.groups!
  const before = match.input.slice(0, match.index)
  const after = match.input.slice(match.index + match[0].length)
  const isRange = endHour !== undefined || endName !== undefined
  if (isRange && !isExplicit(match.groups!, 'start') && monthBefore.test(before)) return false
  if (isExplicit(match.groups!, 'start') || isExplicit(match.groups!, 'end')) return true
  if (isRange && monthAfter.test(after)) return false
  return (lead ?? sign) !== undefined && over !== undefined
}

function isExplicit(groups: Groups, which: 'start' | 'end'): boolean {
  const part = (name: string) => groups[`${which}${name}`]
  return (part('Half') ?? part('Oclock') ?? part('Name')) !== undefined || part('Point') === ':'
}

function readSpan(groups: Groups): TimeSpan | undefined {
  const start = readPart(groups, 'start')
  if (start === undefined) return undefined
  if (groups.endHour === undefined && groups.endName === undefined) return { start }
  const end = readPart(groups, 'end')
  if (end === undefined) return undefined
  return { start: start.isAmbiguous && !end.isAmbiguous ? startBefore(start, end) : start, end }
}

const readPart = (groups: Groups, which: 'start' | 'end') =>
  readClock({
    hour: groups[`${which}Hour`],
    minute: groups[`${which}Minute`],
    half: groups[`${which}Half`],
    name: groups[`${which}Name`],
  })

import type { Clock } from './clock.ts'
import { readClock } from './clock.ts'
import { phraseEnd } from './phrase-end.ts'
import type { Sentence } from './sentence.ts'
import { hourWordPattern, numberOf } from './vocabulary.ts'

const spoken = new RegExp(
  `\\b(?:at|around|by|before)\\s+(?:(?<part>half|(?:a\\s+)?quarter)\\s+(?<side>past|to)\\s+(?<hour>${hourWordPattern}|1[0-2]|[1-9])|(?<hour>${hourWordPattern}))` +
    `(?:[\\s-]+(?<minutes>fifteen|thirty|forty-?five))?(?:\\s*(?<half>[ap]\\.?m\\.?))?${phraseEnd}`,
  'i',
)
const minutesOf: Readonly<Record<string, number>> = { fifteen: 15, thirty: 30, fortyfive: 45 }

/** Takes a time in words: `at seven`, `at quarter past 7`, `at seven thirty pm`. */
export function takeSpokenTime(sentence: Sentence): { readonly start: Clock } | undefined {
  const groups = sentence.take(spoken)?.groups
  if (groups === undefined) return undefined
  const { part, side, minutes = '' } = groups
  const shift = part === undefined ? 0 : /half/i.test(part) ? 30 : 15
  const isBefore = /to/i.test(side ?? '')
  const hour = numberOf(groups.hour!) - (isBefore ? 1 : 0)
  const minute = isBefore
    ? 60 - shift
    : shift + (minutesOf[minutes.toLowerCase().replace('-', '')] ?? 0)
  const start = readClock({
    hour: String(hour === 0 ? 12 : hour),
    minute: String(minute % 60),
    half: groups.half,
    name: undefined,
  })
  return start && { start }
}

import { amountPattern, readAmount } from './amount.ts'
import { phraseEnd } from './phrase-end.ts'
import type { Sentence } from './sentence.ts'

/** "for 2 hours", or "2 hours" alone behind a time. */
const length = new RegExp(
  `(?:\\bfor\\s+|(?<=\\d(?:\\s?[ap]\\.?m\\.?)?,?\\s{1,3})(?=[^,;]{1,24}?${phraseEnd}))${amountPattern}(?:\\s*(?:,|and)?\\s*(\\d{1,2})\\s*(?:minutes?|mins?|m)\\b)?`,
  'i',
)

/** Takes how long the event lasts: `for 45 minutes`, `for 1 hour 30 minutes`, `for 3 days`. */
export function takeLength(sentence: Sentence): Temporal.Duration | undefined {
  const match = length.exec(sentence.visible)
  if (match === null) return undefined
  const [phrase, number, unit, minutes] = match
  const amount = readAmount(number!, unit!)
  if (amount === undefined) return undefined
  sentence.takeSpan(match.index, match.index + phrase.length)
  return amount.with({ minutes: amount.minutes + Number(minutes ?? 0) })
}

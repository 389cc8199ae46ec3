import { amountPattern, readAmount } from './amount.ts'
import type { Sentence } from './sentence.ts'

const length = new RegExp(
  `\\bfor\\s+${amountPattern}(?:\\s*(?:,|and)?\\s*(\\d{1,2})\\s*(?:minutes?|mins?|m)\\b)?`,
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

import type { Sentence } from './sentence.ts'
import { mask } from './sentence.ts'
import { weekdayPattern } from './vocabulary.ts'

export type PartOfDay = 'morning' | 'afternoon' | 'evening' | 'night'

/** When an event begins whose text names no more than a part of the day. */
export const hourOfPart: Readonly<Record<PartOfDay, number>> = {
  morning: 9,
  afternoon: 14,
  evening: 19,
  night: 20,
}

export interface PartMention {
  readonly part: PartOfDay
  /** Whether the words name today as well. */
  readonly isToday: boolean
}

const parts = '(morning|afternoon|evening|night)s?\\b'
const today = new RegExp(`\\bthis\\s+${parts}`, 'i')
// After a number these words belong to the time, as in "3 in the afternoon".
const general = new RegExp(`(?<!\\d\\s+)\\bin\\s+the\\s+${parts}`, 'i')
const afterDay = new RegExp(
  `(?<=(?:\\b(?:today|tomorrow|tmrw?|${weekdayPattern})|${mask})\\s+)${parts}`,
  'i',
)

/** Takes a part of the day, but not one that describes what happens, as in "Morning run". */
export function takePartOfDay(sentence: Sentence): PartMention | undefined {
  if (/\btonight\b/i.test(sentence.visible)) return { part: 'night', isToday: true }
  const ofToday = sentence.take(today)
  const match = ofToday ?? sentence.take(general) ?? sentence.take(afterDay)
  if (match === undefined) return undefined
  return { part: match[1]!.toLowerCase() as PartOfDay, isToday: ofToday !== undefined }
}

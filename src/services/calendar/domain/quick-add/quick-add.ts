import { loadDayFinder } from './find-days.ts'
import { readMentions } from './mentions.ts'
import { hideAddresses, takePeople } from './people.ts'
import { takePlace } from './place.ts'
import { Sentence } from './sentence.ts'
import { titleOf } from './title.ts'
import { settle } from './when.ts'

export interface QuickAddContext {
  /** What the wall clock of the calendar's zone shows now. */
  readonly now: Temporal.PlainDateTime
  /** Length of an event whose text names none. */
  readonly lengthMinutes: number
}

export interface QuickAddEvent {
  readonly summary: string
  readonly location?: string
  /** Addresses that follow "with". */
  readonly attendees?: readonly string[]
  /** Whole days when both are dates (the end is exclusive), otherwise wall-clock times. */
  readonly start: Temporal.PlainDate | Temporal.PlainDateTime
  readonly end: Temporal.PlainDate | Temporal.PlainDateTime
  /** RRULE lines. */
  readonly recurrence?: readonly string[]
}

const searchedCharactersMax = 1000

/** Reads a sentence such as `Dinner with Sam 7pm tomorrow`; every text means some event. */
export async function readQuickAdd(text: string, context: QuickAddContext): Promise<QuickAddEvent> {
  const findDays = await loadDayFinder()
  const whole = text.trim()
  const sentence = new Sentence(searchedPart(whole))
  sentence.hide(/"[^"]*"|“[^”]*”|\S+:\/\/\S+/g)
  const attendees = takePeople(sentence)
  hideAddresses(sentence)
  const when = settle(readMentions(sentence, context.now, findDays), context)

  // The cut may go through a place or an address, so a long text only gives its dates.
  if (sentence.text !== whole) return { summary: whole, ...when }
  const location = takePlace(sentence)
  return {
    summary: titleOf(sentence) || whole,
    ...(location !== undefined && { location }),
    ...(attendees.length > 0 && { attendees }),
    ...when,
  }
}

function searchedPart(text: string): string {
  if (text.length <= searchedCharactersMax) return text
  const head = text.slice(0, searchedCharactersMax)
  return head.slice(0, head.search(/\s\S*$/) + 1)
}

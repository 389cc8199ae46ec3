import { loadDayFinder } from './find-days.ts'
import { readMentions } from './mentions.ts'
import { hideAddresses, takePeople } from './people.ts'
import { takePlace } from './place.ts'
import { Sentence } from './sentence.ts'
import { titleOf } from './title.ts'
import { settle } from './when.ts'

export interface QuickAddContext {
  /** Now, in the zone of the calendar. */
  readonly now: Temporal.ZonedDateTime
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
  /** The zone of the times, where the sentence names one. */
  readonly zone?: string
  /** RRULE lines. */
  readonly recurrence?: readonly string[]
}

/** Days whose names have a weekday in them that tells no date. */
const namedDays =
  /\b(?:ash\s+wednesday|black\s+friday|casual\s+friday|cyber\s+monday|easter\s+(?:sunday|monday)|giving\s+tuesday|good\s+friday|maundy\s+thursday|mothering\s+sunday|palm\s+sunday|remembrance\s+sunday|shrove\s+tuesday|super\s+tuesday|taco\s+tuesday)\b/gi

const searchedCharactersMax = 1000

/** Reads a sentence such as `Dinner with Sam 7pm tomorrow`; every text means some event. */
export async function readQuickAdd(text: string, context: QuickAddContext): Promise<QuickAddEvent> {
  const findDays = await loadDayFinder()
  const whole = text.trim()
  const sentence = new Sentence(searchedPart(whole))
  sentence.hide(/"[^"]*"|“[^”]*”|\S+:\/\/\S+/g)
  sentence.hide(namedDays)
  const attendees = takePeople(sentence)
  hideAddresses(sentence)
  const { now, lengthMinutes } = context
  const mentions = readMentions(sentence, now.toPlainDateTime(), findDays)
  const zone = mentions.times?.zone
  // Words such as "tomorrow" are those of the calendar's clock; a time is over by its own.
  const clock = zone === undefined ? now : now.withTimeZone(zone)
  const when = {
    ...settle(mentions, { now: clock.toPlainDateTime(), lengthMinutes }),
    ...(zone !== undefined && { zone }),
  }

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

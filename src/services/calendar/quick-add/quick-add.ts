import { string } from '#/contract/schema.ts'
import { requiredParameter } from '#/kernel/errors.ts'
import { timeZoneOf } from '../calendar/calendar-row.ts'
import { settingValue } from '../calendar/user-settings.ts'
import type { CalendarContext } from '../operation.ts'
import type { Event, EventDateTime } from '../schemas/event.ts'
import { loadDayFinder } from './days.ts'
import { mask, monthPattern, Sentence } from './sentence.ts'
import { readMentions, whenOf } from './when.ts'

interface QuickAddContext {
  /** The current time in the zone of the calendar. */
  readonly now: Temporal.ZonedDateTime
  /** The length of an event if the text gives none. */
  readonly lengthMinutes: number
}

interface QuickAddEvent {
  readonly summary: string
  readonly location?: string
  /** Addresses that follow "with". */
  readonly attendees?: readonly string[]
  /** All-day if both are dates (the end is exclusive), else wall-clock times. */
  readonly start: Temporal.PlainDate | Temporal.PlainDateTime
  readonly end: Temporal.PlainDate | Temporal.PlainDateTime
  /** The zone of the times, if the text names one. */
  readonly zone?: string
  /** RRULE lines. */
  readonly recurrence?: readonly string[]
}

/** Names of days that contain a weekday but are no date. */
const namedDays =
  /\b(?:ash\s+wednesday|black\s+friday|casual\s+friday|cyber\s+monday|easter\s+(?:sunday|monday)|giving\s+tuesday|good\s+friday|maundy\s+thursday|mothering\s+sunday|palm\s+sunday|remembrance\s+sunday|shrove\s+tuesday|super\s+tuesday|taco\s+tuesday)\b/gi

const searchedCharactersMax = 1000

/** Parses a sentence such as `Dinner with Sam 7pm tomorrow`; every text results in an event. */
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
  // "Tomorrow" refers to the calendar's zone; whether a time is past depends on its own zone.
  const clock = zone === undefined ? now : now.withTimeZone(zone)
  const when = {
    ...whenOf(mentions, { now: clock.toPlainDateTime(), lengthMinutes }),
    ...(zone !== undefined && { zone }),
  }

  // The cut may go through a place or an address, so only dates are taken from a long text.
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

/** Words that introduce a phrase, and are meaningless without it. */
const danglingWords =
  /(?:^|\s)(?:(?:at|on|from|between|by|before|to|until|till|starting|beginning)(?:\s+the)?|@)$/i

/** The title: what is left of the sentence; empty if everything was taken. */
function titleOf(sentence: Sentence): string {
  return sentence
    .remainingTexts()
    .map(tidyText)
    .filter((piece) => /[^\s.,;:!?()–—-]/.test(piece))
    .join(' ')
}

function tidyText(piece: string): string {
  const trimmed = withoutSeparators(piece)
  const bare = withoutSeparators(trimmed.replace(danglingWords, ''))
  return bare === trimmed ? bare : tidyText(bare)
}

const withoutSeparators = (piece: string): string =>
  piece.replace(/^[\s,;:)–—-]+/, '').replace(/[\s,;:(–—-]+$/, '')

/** A place ends where another phrase starts. */
const end = `(?=\\s+(?:with|for|about)\\s|${mask}|$)`
const words = `([^${mask}]+?)`
const places = [
  new RegExp(`(?<=^|\\s|${mask})(?:@\\s*|at\\s+)${words}${end}`, 'gi'),
  // A title may start with "In".
  new RegExp(`(?<=\\S\\s+)in\\s+${words}${end}`, 'gi'),
]

const idioms = /^(?:least|most|all|once|last|person|private|case|order|advance|touch)\b/i
const unreadTime = new RegExp(
  `^(?:[^\\p{L}]+|\\d[\\d:.]*\\s*[ap]m|${monthPattern}\\.?(?:\\s+\\d.*)?)$`,
  'iu',
)
const edges = /^[\s,;]+|(?:[\s,;:–—-]|\s(?:at|on|from|by|to|until|till|starting|beginning))+$/gi

/** Takes the words after "at" or "@", else those after "in", unless they are an unknown time. */
function takePlace(sentence: Sentence): string | undefined {
  for (const pattern of places) {
    for (const match of sentence.visible.matchAll(pattern)) {
      const place = match[1]!.replace(edges, '')
      if (place === '' || idioms.test(place) || unreadTime.test(place)) continue
      sentence.takeSpan(match.index, match.index + match[0].length)
      return place
    }
  }
  return undefined
}

const outside = `\\s@,;:<>"()${mask}`
const address = `[^${outside}]{1,64}@[^${outside}]{1,250}\\.[^${outside}.!?]{2,}`
const separator = '(?:\\s*[,;]\\s*(?:and\\s+)?|\\s+(?:(?:and|&)\\s+)?)'
const people = new RegExp(`\\bwith\\s+(${address}(?:${separator}${address})*)(?![\\w@])`, 'i')
const anyAddress = new RegExp(address, 'g')

/** Takes the addresses after "with"; other names stay in the title. */
function takePeople(sentence: Sentence): readonly string[] {
  const found = sentence.take(people)?.[1]?.match(anyAddress) ?? []
  const byLowerCase = new Map(found.map((one) => [one.toLowerCase(), one]))
  return [...byLowerCase.values()]
}

/** Hides addresses, so that no dates or places are found in them. */
function hideAddresses(sentence: Sentence): void {
  sentence.hide(anyAddress)
}

export const phrase = string({ about: 'The sentence: `Dinner with Sam 7pm tomorrow`.' })

/** The event body that a sentence describes, in the given zone or that of the calendar. */
export async function bodyOfPhrase(
  { store, settings, caller, clock }: CalendarContext,
  text: string,
  ownZone?: string,
): Promise<Event> {
  if (text.trim() === '') throw requiredParameter('text')
  const zone = ownZone ?? (await store.read(({ calendar }) => timeZoneOf(calendar)))
  const { byId } = await settings.of(caller.userId)
  const read = await readQuickAdd(text, {
    now: clock.now().toZonedDateTimeISO(zone),
    lengthMinutes: Number(settingValue(byId, 'defaultEventLength')),
  })
  return bodyOf(read, read.zone ?? zone)
}

function bodyOf(read: QuickAddEvent, timeZone: string): Event {
  const { summary, location, attendees, recurrence } = read
  const { start, end } = shownTimes(read, timeZone)
  return {
    summary,
    ...(location !== undefined && { location }),
    start: timeOf(start, timeZone),
    end: timeOf(end, timeZone),
    ...(attendees && { attendees: attendees.map((email) => ({ email })) }),
    ...(recurrence && {
      recurrence:
        read.start instanceof Temporal.PlainDate
          ? recurrence
          : recurrence.map((line) => withMoment(line, timeZone)),
    }),
  }
}

/** A start that clocks skip is shown later, and the event keeps its length. */
function shownTimes(
  { start, end }: QuickAddEvent,
  timeZone: string,
): Pick<QuickAddEvent, 'start' | 'end'> {
  if (start instanceof Temporal.PlainDate || end instanceof Temporal.PlainDate) {
    return { start, end }
  }
  const shown = start.toZonedDateTime(timeZone).toPlainDateTime()
  return { start: shown, end: shown.equals(start) ? end : shown.add(start.until(end)) }
}

/** In the rules of timed events, UNTIL is the last second of the last day. */
const withMoment = (line: string, timeZone: string): string =>
  line.replace(/(?<=UNTIL=)\d{8}/, (day) =>
    Temporal.PlainDate.from(day)
      .toZonedDateTime({ timeZone, plainTime: '23:59:59' })
      .toInstant()
      .toString()
      .replace(/[-:]/g, ''),
  )

const timeOf = (time: QuickAddEvent['start'], timeZone: string): EventDateTime =>
  time instanceof Temporal.PlainDate
    ? { date: time.toString() }
    : { dateTime: time.toString({ smallestUnit: 'second' }), timeZone }

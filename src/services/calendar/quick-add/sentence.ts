/** Replaces characters that later parsers must not see; it belongs to no word and is no space. */
export const mask = '¦'

/** A text from which parsers take phrases one after another. Positions never change. */
export class Sentence {
  readonly text: string
  #visible: string
  readonly #taken: { readonly start: number; readonly end: number }[] = []

  constructor(text: string) {
    this.text = text
    this.#visible = text
  }

  /** The text with taken and hidden parts masked. */
  get visible(): string {
    return this.#visible
  }

  /** Takes the first match: it is neither parsed again nor part of the title. */
  take(pattern: RegExp): RegExpExecArray | undefined {
    const match = pattern.exec(this.#visible)
    if (match === null) return undefined
    this.takeSpan(match.index, match.index + match[0].length)
    return match
  }

  takeSpan(start: number, end: number): void {
    this.#taken.push({ start, end })
    this.#mask(start, end)
  }

  /** Hides all matches from parsers; they stay in the title. */
  hide(pattern: RegExp): void {
    for (const match of this.#visible.matchAll(pattern)) {
      this.#mask(match.index, match.index + match[0].length)
    }
  }

  /** The text between taken phrases. */
  remainingTexts(): string[] {
    const pieces: string[] = []
    let from = 0
    for (const { start, end } of this.#taken.toSorted((one, other) => one.start - other.start)) {
      pieces.push(this.text.slice(from, start))
      from = end
    }
    return [...pieces, this.text.slice(from)]
  }

  #mask(start: number, end: number): void {
    this.#visible =
      this.#visible.slice(0, start) + mask.repeat(end - start) + this.#visible.slice(end)
  }
}

/** Words of dates as sources of regular expressions, which all ignore case. */
export const weekdayPattern =
  '(?:mon(?:day)?|tue(?:s|sday)?|wed(?:s|nesday)?|thu(?:r|rs|rsday)?|fri(?:day)?|sat(?:urday)?|sun(?:day)?)'

export const monthPattern =
  '(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)'

const leadingWords =
  'on|for|with|in|at|to|until|till|and|from|today|tomorrow|tonight|next|this|every|each|daily|weekly|monthly|yearly'

/**
 * Matches where a phrase can end, so that `at 7` is a time before `tomorrow`, but part of a title
 * before `Eleven`.
 */
export const phraseEnd = `(?=\\s*(?:$|[,.;!?)]|${mask}|(?:${leadingWords}|${weekdayPattern}|${monthPattern})\\b|\\d{1,2}/\\d|\\d{4}-\\d))`

const weekdayNames = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun']

/** Monday is 1, as in Temporal. */
export const weekdayNumber = (word: string): number =>
  weekdayNames.indexOf(word.slice(0, 3).toLowerCase()) + 1

const numberWords = 'one two three four five six seven eight nine ten eleven twelve'.split(' ')

/** The words for the hours of a clock. */
export const hourWordPattern = `(?:${numberWords.join('|')})`

export const numberPattern = `(?:\\d{1,3}|${numberWords.join('|')})`

export const numberOf = (word: string): number =>
  /^\d/.test(word) ? Number(word) : numberWords.indexOf(word.toLowerCase()) + 1

const ordinalWords = ['first', 'second', 'third', 'fourth', 'fifth']

export const ordinalPattern = `(?:[1-5](?:st|nd|rd|th)|${ordinalWords.join('|')}|last)`

/** The last one is -1, as in a recurrence rule. */
export function ordinalOf(word: string): number {
  const lower = word.toLowerCase()
  if (lower === 'last') return -1
  return /^\d/.test(lower) ? Number.parseInt(lower, 10) : ordinalWords.indexOf(lower) + 1
}

export type Unit = 'minute' | 'hour' | 'day' | 'week' | 'month' | 'year'

/** Captures a number and a unit: `45 minutes`, `an hour and a half`, `1.5 h`, `half an hour`. */
export const amountPattern = `(\\d{1,3}\\.\\d{1,2}|${numberPattern}(?:\\s+and\\s+a\\s+half)?|half\\s+an?|a\\s+couple(?:\\s+of)?|a\\s+few|an?)(?:\\s+|(?<=\\d))(minutes?|mins?|m|hours?\\s+and\\s+a\\s+half|hours?|hrs?|h|days?|weeks?|months?|years?)(?![a-z])`

/** The length in the two captured words; undefined if it is zero. */
export function readAmount(number: string, unit: string): Temporal.Duration | undefined {
  const half = /\shalf$/i.test(unit) ? 0.5 : 0
  const amount = readNumber(number.toLowerCase()) + half
  if (amount <= 0) return undefined
  const name = unitOf(unit)
  if (name === 'minute' || name === 'hour') {
    const minutes = Math.max(1, Math.round(amount * (name === 'hour' ? 60 : 1)))
    return Temporal.Duration.from({ minutes })
  }
  return Temporal.Duration.from({ [`${name}s`]: Math.ceil(amount) })
}

export function unitOf(word: string): Unit {
  const lower = word.toLowerCase()
  const units: readonly Unit[] = ['hour', 'day', 'week', 'month', 'year']
  const isMinutes = lower === 'm' || lower.startsWith('mi')
  return isMinutes ? 'minute' : units.find((unit) => unit[0] === lower[0])!
}

/** Whether a length is in days rather than hours and minutes. */
export const isWholeDays = (length: Temporal.Duration): boolean =>
  length.hours === 0 && length.minutes === 0

function readNumber(words: string): number {
  if (words.startsWith('half')) return 0.5
  if (words.startsWith('a couple')) return 2
  if (words.startsWith('a few')) return 3
  const half = /\shalf$/.test(words) ? 0.5 : 0
  return half + (/^an?$/.test(words) ? 1 : numberOf(words.split(/\s/, 1)[0]!))
}

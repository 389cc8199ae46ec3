/** Words of dates as sources of regular expressions, which all ignore case. */
export const weekdayPattern =
  '(?:mon(?:day)?|tue(?:s|sday)?|wed(?:s|nesday)?|thu(?:r|rs|rsday)?|fri(?:day)?|sat(?:urday)?|sun(?:day)?)'

export const monthPattern =
  '(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)'

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

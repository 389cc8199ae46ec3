import type { Event } from '../schemas/event.ts'

const wordsLengthMax = 32_000
const queryWordsMax = 64
/** Matches nothing, because words are separated by single blanks. */
const nowhere = '  '

/** Precedes the words of attendees, which not everybody may search. Folded text never contains it. */
export const attendeesMark = '|'

/** The words that `q` searches: folded, separated and surrounded by single blanks. */
export function wordsOf(event: Event): string {
  // Short texts come first, so that a long description doesn't displace them.
  const shortTexts = shortTextsOf(event)
  const description = event.description && withoutMarkup(event.description.slice(0, wordsLengthMax))
  const { attendees } = event
  if (attendees === undefined || attendees.length === 0) {
    return foldedWords([...shortTexts, description], wordsLengthMax)
  }
  const short = foldedWords(shortTexts, wordsLengthMax)
  const texts = attendees.flatMap(({ displayName, email }) => [displayName, email])
  const ofAttendees = foldedWords(texts, wordsLengthMax - short.length)
  const lengthLeft = wordsLengthMax - short.length - ofAttendees.length
  const described = foldedWords([description], lengthLeft)
  // Both start and end with a blank.
  const ofOthers = short === '' ? described : `${short}${described.slice(1)}`
  return `${ofOthers}${attendeesMark}${ofAttendees}`
}

function foldedWords(texts: readonly (string | undefined)[], lengthMax: number): string {
  const joined = texts.join(' ')
  const words = joined.length < lengthMax ? foldedText(joined) : undefined
  // Folding can make a text longer.
  if (words === undefined || words.length >= lengthMax) return firstWordsOf(texts, lengthMax)
  return words === '' ? '' : ` ${words} `
}

/** The same for texts that exceed the limit. */
function firstWordsOf(texts: readonly (string | undefined)[], lengthMax: number): string {
  let text = ''
  for (const searched of texts) {
    const words = searched ? foldedText(searched) : ''
    if (words === '') continue
    if (text.length + words.length < lengthMax) text += ` ${words}`
    else text += roomFor(words, lengthMax - text.length)
  }
  return text === '' ? '' : `${text} `
}

/** As many of the words as fit. */
function roomFor(words: string, lengthMax: number): string {
  let text = ''
  for (const word of words.split(' ')) {
    if (text.length + word.length < lengthMax) text += ` ${word}`
  }
  return text
}

/** The words and phrases that an event has to contain to match a query. */
export function queryWords(query: string): string[] {
  // An unclosed quote is ignored.
  const parts = query.match(/"[^"]*"|[^\s"]+/g) ?? []
  // Text without blanks, such as an address, is one phrase.
  const phrases = parts.map(foldedText)
  const needles = phrases.filter((phrase) => phrase !== '').map((phrase) => ` ${phrase} `)
  // A query of punctuation only matches nothing.
  if (needles.length === 0 && parts.length > 0) return [nowhere]
  return [...new Set(needles)].slice(0, queryWordsMax)
}

function shortTextsOf(event: Event): readonly (string | undefined)[] {
  const { summary, location, organizer, workingLocationProperties, eventType = '' } = event
  const texts = [summary, location, organizer?.displayName, addressOf(organizer)]
  if (workingLocationProperties !== undefined) {
    texts.push(...workplaceTexts(workingLocationProperties))
  }
  texts.push(typeNames[eventType])
  return texts
}

/** Names of the special event types in several languages, for searching. */
const typeNames: Readonly<Record<string, string>> = {
  workingLocation: [
    'working location',
    'Arbeitsort',
    'lieu de travail',
    'lugar de trabajo, ubicación del trabajo',
    'luogo di lavoro',
    'local de trabalho',
    'werklocatie',
    'miejsce pracy',
    '勤務場所',
  ].join(' / '),
  outOfOffice: [
    'out of office, OOO',
    'abwesend, Abwesenheit, nicht im Büro',
    'absent du bureau, absence',
    'fuera de la oficina, ausente',
    'fuori sede, fuori ufficio',
    'fora do escritório',
    'niet op kantoor, afwezig',
    'poza biurem, nieobecność',
    '不在',
  ].join(' / '),
  focusTime: [
    'focus time',
    'Fokuszeit, Zeit für konzentriertes Arbeiten',
    'temps de concentration, moment de concentration',
    'tiempo de concentración, tiempo para concentrarse',
    'tempo di concentrazione, momento di concentrazione',
    'tempo de concentração, horário de concentração',
    'focustijd',
    'czas skupienia, czas na skupienie',
    '集中時間',
  ].join(' / '),
}

/** Names of the types of places where people work. */
const workplaceNames: Readonly<Record<string, string>> = {
  homeOffice: 'home, Zuhause, domicile, casa, thuis, dom, 自宅',
  officeLocation: 'office, Büro, bureau, oficina, ufficio, escritório, kantoor, biuro, オフィス',
}

/** Generated addresses of secondary calendars aren't searchable. */
const addressOf = (organizer: Event['organizer']): string | undefined =>
  organizer?.email?.endsWith('@group.calendar.google.com') ? undefined : organizer?.email

function workplaceTexts({
  type = '',
  officeLocation: office,
  customLocation,
}: NonNullable<Event['workingLocationProperties']>): readonly (string | undefined)[] {
  const { label, buildingId, floorId, floorSectionId, deskId } = office ?? {}
  return [
    label,
    buildingId,
    floorId,
    floorSectionId,
    deskId,
    customLocation?.label,
    workplaceNames[type],
  ]
}

const withoutMarkup = (html: string) =>
  html.replace(/<[/!]?[a-z][^<>]*>|<!--[^<>]*-->|&#?[a-z0-9]{1,31};/gi, ' ')

const isAscii = /^[\0-\x7f]*$/

/** The words of a text, separated by single blanks. */
function foldedText(whole: string): string {
  const text = whole.slice(0, wordsLengthMax)
  // ASCII, the common case, takes a fifth of the time.
  if (isAscii.test(text)) {
    return text
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, ' ')
      .trim()
  }
  // Normalizing first, because it can produce capital letters.
  const words = text
    .normalize('NFKC')
    .toLowerCase()
    .match(/[\p{L}\p{N}\p{M}]+/gu)
  return words?.join(' ') ?? ''
}

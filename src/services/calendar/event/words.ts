import type { Event } from '../schemas/event.ts'

const wordsLengthMax = 32_000
const queryWordsMax = 64
/** There is one blank between words. */
const nowhere = '  '

/** Stands before the words of attendees, which not everybody may search. Folding leaves none of it. */
export const attendeesMark = '|'

/** The words that `q` searches, folded: one blank between them and one at either end. */
export function wordsOf(event: Event): string {
  // What is short comes first, so that a long description crowds nothing out.
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
  // Both have a blank at either end.
  const ofOthers = short === '' ? described : `${short}${described.slice(1)}`
  return `${ofOthers}${attendeesMark}${ofAttendees}`
}

function foldedWords(texts: readonly (string | undefined)[], lengthMax: number): string {
  const joined = texts.join(' ')
  const words = joined.length < lengthMax ? foldedText(joined) : undefined
  // Folding makes some texts longer.
  if (words === undefined || words.length >= lengthMax) return firstWordsOf(texts, lengthMax)
  return words === '' ? '' : ` ${words} `
}

/** The same of texts that are too long to be searched as a whole. */
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

/** As many of the words as there is room for. */
function roomFor(words: string, lengthMax: number): string {
  let text = ''
  for (const word of words.split(' ')) {
    if (text.length + word.length < lengthMax) text += ` ${word}`
  }
  return text
}

/** What all has to occur among the words of an event that a query finds. */
export function queryWords(query: string): string[] {
  // A quote that is never closed groups nothing.
  const parts = query.match(/"[^"]*"|[^\s"]+/g) ?? []
  // What is written without blanks, such as an address, is found as one piece.
  const phrases = parts.map(foldedText)
  const needles = phrases.filter((phrase) => phrase !== '').map((phrase) => ` ${phrase} `)
  // Signs alone are no words, and so are found nowhere.
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

/** What people call the special types of events, in several languages: one finds them by these words. */
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

/** Nobody searches for what a calendar is called by programs, of which much is the same for all. */
const addressOf = (organizer: Event['organizer']): string | undefined =>
  organizer?.email?.endsWith('@group.calendar.google.com') ? undefined : organizer?.email

function workplaceTexts({
  officeLocation: office,
  customLocation,
}: NonNullable<Event['workingLocationProperties']>): readonly (string | undefined)[] {
  const { label, buildingId, floorId, floorSectionId, deskId } = office ?? {}
  return [label, buildingId, floorId, floorSectionId, deskId, customLocation?.label]
}

const withoutMarkup = (html: string) =>
  html.replace(/<[/!]?[a-z][^<>]*>|<!--[^<>]*-->|&#?[a-z0-9]{1,31};/gi, ' ')

const isAscii = /^[\0-\x7f]*$/

/** The words of a text with one blank between them. */
function foldedText(whole: string): string {
  const text = whole.slice(0, wordsLengthMax)
  // Most texts need no more than the first way, which takes a fifth of the time of the other.
  if (isAscii.test(text)) {
    return text
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, ' ')
      .trim()
  }
  // The other order would leave capitals: some signs are taken apart into them.
  const words = text
    .normalize('NFKC')
    .toLowerCase()
    .match(/[\p{L}\p{N}\p{M}]+/gu)
  return words?.join(' ') ?? ''
}

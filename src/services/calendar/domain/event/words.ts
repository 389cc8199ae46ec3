import type { Event } from '../../schemas/event.ts'
import { typeNames } from './type-names.ts'

const wordsLengthMax = 32_000
const queryWordsMax = 64

/** The words that `q` searches, folded: one blank between them and one at either end. */
export function wordsOf(event: Event): string {
  let text = ''
  for (const word of foldedWords(searchedTexts(event))) {
    if (text.length + word.length < wordsLengthMax) text += ` ${word}`
  }
  return text === '' ? '' : `${text} `
}

/** What all has to occur among the words of an event that a query finds. */
export function queryWords(query: string): string[] {
  // A quote that is never closed groups nothing.
  const parts = query.match(/"[^"]*"|[^\s"]+/g) ?? []
  // What is written without blanks, such as an address, is found as one piece.
  const phrases = parts.map((part) => [...foldedWords([part])].join(' '))
  const needles = phrases.filter((phrase) => phrase !== '').map((phrase) => ` ${phrase} `)
  return [...new Set(needles)].slice(0, queryWordsMax)
}

// What is short comes first, so that a long description crowds nothing out.
function* searchedTexts(event: Event): Iterable<string | undefined> {
  yield event.summary
  yield event.location
  for (const person of [event.organizer, ...(event.attendees ?? [])]) {
    yield person?.displayName
    yield person?.email
  }
  yield* workplaceTexts(event.workingLocationProperties)
  yield typeNames[event.eventType ?? '']
  yield event.description && withoutMarkup(event.description.slice(0, wordsLengthMax))
}

function* workplaceTexts(place: Event['workingLocationProperties']): Iterable<string | undefined> {
  const office = place?.officeLocation
  yield* [office?.label, office?.buildingId, office?.floorId, office?.floorSectionId]
  yield office?.deskId
  yield place?.customLocation?.label
}

const withoutMarkup = (html: string) =>
  html.replace(/<[/!]?[a-z][^<>]*>|<!--[^<>]*-->|&#?[a-z0-9]{1,31};/gi, ' ')

function* foldedWords(texts: Iterable<string | undefined>): Iterable<string> {
  for (const text of texts) {
    if (text) yield* wordsIn(text.slice(0, wordsLengthMax))
  }
}

const isAscii = /^[\0-\x7f]*$/

// Most texts need no more than the first way, which takes a fifth of the time of the other.
function wordsIn(text: string): readonly string[] {
  if (isAscii.test(text)) return text.toLowerCase().match(/[a-z0-9]+/g) ?? []
  // The other order would leave capitals: some signs are taken apart into them.
  return (
    text
      .normalize('NFKC')
      .toLowerCase()
      .match(/[\p{L}\p{N}\p{M}]+/gu) ?? []
  )
}

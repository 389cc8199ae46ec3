import { foldedText } from './folding.ts'

/** Longer words are truncated: nobody types them, and they would bloat the index. */
const wordLengthMax = 48

const apostrophes = /(?<=[\p{L}\p{N}])['’‘ʼʻ`´′＇](?=[\p{L}\p{N}])|(?<=s)['’](?![\p{L}\p{N}])/gu
const ampersands = /[&＆]/g
const groupedDigits = /(?<=\d),(?=\d{3}(?!\d))/g
const hyphens = '\\-\u2010\u2011\u2012\u2013\u2212'
const compound = new RegExp(`[\\p{L}\\p{N}\\p{M}]+(?:[${hyphens}][\\p{L}\\p{N}\\p{M}]+)*`, 'gu')
const hyphen = new RegExp(`[${hyphens}]`, 'u')
const bigramScripts = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}ー]+/gu
const hasBigramScript = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u
const initial = /^\p{L}$/u

/** A piece of text between spaces and punctuation, as one or more words. */
export interface Word {
  /** The words that it consists of: several if it is hyphenated, or written without spaces. */
  readonly parts: readonly string[]
  /** The parts joined, if it can be written that way. */
  readonly joined?: string
}

/**
 * Splits a text into words, in the same way for the index, for queries and for comparisons. Apostrophes are
 * dropped, `&` is `and`, and initials are one word in any notation.
 */
export function wordsOf(text: string): Word[] {
  const plainText = foldedText(text)
  return withInitialsJoined(isSimple.test(plainText) ? simpleWords(plainText) : anyWords(plainText))
}

/**
 * The words of a simple text, such as most titles and names, by a cheaper pattern; undefined for any other
 * text.
 */
export function singleWords(text: string): string[] | undefined {
  if (!isOfSinglePieces.test(text)) return undefined
  const found = text.toLowerCase().match(letters) ?? []
  let hasInitial = false
  for (let at = 0; at < found.length; at++) {
    const { length } = found[at]!
    if (length === 1) hasInitial = true
    else if (length > wordLengthMax) found[at] = found[at]!.slice(0, wordLengthMax)
  }
  return hasInitial ? wordsOf(text).map(({ parts }) => parts[0]!) : found
}

const isOfSinglePieces = /^[A-Za-z0-9 .:;!?()/#]*$/
const letters = /[a-z0-9]+/g

// The same with hyphens and commas.
const isSimple = /^[a-z0-9 .,:;!?()/#-]*$/
const simpleCompound = /[a-z0-9]+(?:-[a-z0-9]+)*/g

function simpleWords(text: string): Word[] {
  const plain = text.includes(',') ? text.replace(groupedDigits, '') : text
  const found = plain.match(simpleCompound) ?? []
  return found.map((stretch) =>
    stretch.includes('-') ? hyphenatedWord(stretch) : { parts: [stretch.slice(0, wordLengthMax)] },
  )
}

function anyWords(text: string): Word[] {
  const plain = text
    .replace(apostrophes, '')
    .replace(ampersands, ' and ')
    .replace(groupedDigits, '')
  const found: Word[] = []
  for (const [stretch] of plain.matchAll(compound)) {
    if (hasBigramScript.test(stretch)) found.push(...bigrams(stretch))
    else if (hyphen.test(stretch)) found.push(hyphenatedWord(stretch))
    else found.push({ parts: [stretch.slice(0, wordLengthMax)] })
  }
  return found
}

/** The parts of all words, in order. */
export const plainWords = (text: string): string[] =>
  singleWords(text) ?? wordsOf(text).flatMap(({ parts }) => parts)

function hyphenatedWord(stretch: string): Word {
  const parts = stretch.split(hyphen).map((part) => part.slice(0, wordLengthMax))
  return { parts, joined: parts.join('').slice(0, wordLengthMax) }
}

/** Scripts without spaces are split into overlapping pairs of letters. */
function* bigrams(stretch: string): Iterable<Word> {
  let before = 0
  for (const { 0: run, index } of stretch.matchAll(bigramScripts)) {
    if (index > before) yield* otherScript(stretch.slice(before, index))
    const letters = [...run]
    yield {
      parts:
        letters.length === 1
          ? letters
          : letters.slice(1).map((letter, place) => letters[place] + letter),
    }
    before = index + run.length
  }
  if (before < stretch.length) yield* otherScript(stretch.slice(before))
}

function* otherScript(text: string): Iterable<Word> {
  const parts = text.split(hyphen).filter((part) => part !== '')
  for (const part of parts) yield { parts: [part.slice(0, wordLengthMax)] }
}

/** `J. R. R.`, `J.R.R.` and `JRR` are the same word. */
function withInitialsJoined(found: readonly Word[]): Word[] {
  const joined: Word[] = []
  let run: string[] = []
  const flush = () => {
    if (run.length > 0) joined.push({ parts: [run.join('').slice(0, wordLengthMax)] })
    run = []
  }
  for (const word of found) {
    const [only = ''] = word.parts
    if (only.length <= 2 && word.parts.length === 1 && initial.test(only)) run.push(only)
    else {
      flush()
      joined.push(word)
    }
  }
  flush()
  return joined
}

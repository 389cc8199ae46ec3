import { escapedText } from '#/kernel/text/html-entities.ts'
import { foldedText } from './words/folding.ts'
import { stemOf } from './words/stem.ts'
import { isStopWord } from './words/stop-words.ts'

const snippetLength = 200
const searchedLengthMax = 5000
const wordPattern = /[\p{L}\p{N}\p{M}'’]+/gu

/**
 * An excerpt of a plain text around the first matching words, which are bold. Markup in the text is escaped.
 * Undefined if no word matches.
 */
export function textSnippet(text: string, words: readonly string[]): string | undefined {
  const stems = new Set(words.filter((word) => !isStopWord(word)).map(stemOf))
  const searched = text.slice(0, searchedLengthMax)
  const lower = foldedText(searched)
  if (![...stems].some((stem) => lower.includes(stem))) return undefined
  const found: { start: number; end: number }[] = []
  for (const { 0: word, index } of searched.matchAll(wordPattern)) {
    const plain = foldedText(word).replace(/['’]/g, '')
    if (stems.has(stemOf(plain))) found.push({ start: index, end: index + word.length })
  }
  const [first] = found
  if (first === undefined) return undefined

  const from = startOf(searched, first.start)
  const to = Math.min(text.length, from + snippetLength)
  let shown = from > 0 ? '... ' : ''
  let at = from
  for (const { start, end } of found) {
    if (start < from || end > to) continue
    shown += `${escapedLines(text.slice(at, start))}<b>${escapedText(text.slice(start, end))}</b>`
    at = end
  }
  return `${shown}${escapedLines(text.slice(at, to))}${to < text.length ? ' ...' : ''}`
}

const escapedLines = (text: string) => escapedText(text).replaceAll('\n', '<br>')

/** The start of a word shortly before the first match. */
function startOf(text: string, found: number): number {
  const target = Math.max(0, found - snippetLength / 4)
  if (target === 0) return 0
  const blank = text.indexOf(' ', target)
  return blank === -1 || blank >= found ? found : blank + 1
}

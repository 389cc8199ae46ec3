import { mask, type Sentence } from './sentence.ts'
import { monthPattern } from './vocabulary.ts'

/** A place ends where another phrase begins. */
const end = `(?=\\s+(?:with|for|about)\\s|${mask}|$)`
const words = `([^${mask}]+?)`
const places = [
  new RegExp(`(?<=^|\\s|${mask})(?:@\\s*|at\\s+)${words}${end}`, 'gi'),
  // A title may begin with "In", so there has to be something before it.
  new RegExp(`(?<=\\S\\s+)in\\s+${words}${end}`, 'gi'),
]

const idioms = /^(?:least|most|all|once|last|person|private|case|order|advance|touch)\b/i
const unreadTime = new RegExp(
  `^(?:[^\\p{L}]+|\\d[\\d:.]*\\s*[ap]m|${monthPattern}\\.?(?:\\s+\\d.*)?)$`,
  'iu',
)
const edges = /^[\s,;]+|(?:[\s,;:–—-]|\s(?:at|on|from|by|to|until|till|starting|beginning))+$/gi

/** Takes the words after "at" or "@", else those after "in", unless they are a time we cannot read. */
export function takePlace(sentence: Sentence): string | undefined {
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

import { mask } from './sentence.ts'
import { monthPattern, weekdayPattern } from './vocabulary.ts'

const leadingWords =
  'on|for|with|in|at|to|until|till|and|from|today|tomorrow|tonight|next|this|every|each|daily|weekly|monthly|yearly'

/**
 * Holds where a phrase may be over, so that `at 7` is a time before `tomorrow`,
 * and the beginning of a name before `Eleven`.
 */
export const phraseEnd = `(?=\\s*(?:$|[,.;!?)]|${mask}|(?:${leadingWords}|${weekdayPattern}|${monthPattern})\\b|\\d{1,2}/\\d|\\d{4}-\\d))`

import { createHash } from 'node:crypto'
import { withoutArticle } from './stop-words.ts'

/** A word that stands for a whole title, however it is written and with or without its article. */
export function titleKey(words: readonly string[]): string {
  const text = withoutArticle(words).join(' ')
  return `k:${createHash('sha256').update(text).digest('hex').slice(0, 16)}`
}

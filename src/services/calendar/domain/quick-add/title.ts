import type { Sentence } from './sentence.ts'

/** Words that lead to a phrase and mean nothing once it is taken. */
const danglingWords =
  /(?:^|\s)(?:(?:at|on|from|between|by|before|to|until|till|starting|beginning)(?:\s+the)?|@)$/i

/** What is left of the sentence as a title; empty when everything was taken. */
export function titleOf(sentence: Sentence): string {
  return sentence
    .kept()
    .map(tidied)
    .filter((piece) => /[^\s.,;:!?()–—-]/.test(piece))
    .join(' ')
}

function tidied(piece: string): string {
  const trimmed = withoutSeparators(piece)
  const bare = withoutSeparators(trimmed.replace(danglingWords, ''))
  return bare === trimmed ? bare : tidied(bare)
}

const withoutSeparators = (piece: string): string =>
  piece.replace(/^[\s,;:)–—-]+/, '').replace(/[\s,;:(–—-]+$/, '')

import { t } from '../../texts/ads.ts'

const names: Readonly<Record<string, string>> = { ...t.otherColumnNames, ...t.columnNames }

/** The display name of a column or report type, such as `Avg. CPC` for `avgCpc`. Saved columns have one already. */
export function columnName(identifier: string): string {
  if (!isIdentifier.test(identifier)) return identifier
  if (Object.hasOwn(names, identifier)) return names[identifier]!
  const words = identifier
    .replace(/([a-z0-9])(?=[A-Z])/g, '$1 ')
    .replace(/([a-z])(?=\d)/gi, '$1 ')
    .split(' ')
    .map((word) => wordOf(word.toLowerCase()))
    .join(' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

function wordOf(part: string): string {
  const words: Readonly<Record<string, string>> = t.columnWords
  return Object.hasOwn(words, part) ? words[part]! : part
}

const isIdentifier = /^[a-z][a-zA-Z0-9]*$/

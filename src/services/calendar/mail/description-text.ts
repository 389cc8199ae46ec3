import { cleanLines } from './clean-text.ts'

/** Most of a description that goes along; the rest is behind the link. */
const descriptionCharactersMax = 10_000
/** Markup is longer than the text in it, but not without end. */
const markupCharactersMax = 50_000

/** What a description says without its markup. The result is text, to be escaped like any other. */
export function descriptionText(description: string): string {
  const text = description
    .slice(0, markupCharactersMax)
    .replace(/<(?:br|\/p|\/div|\/li|\/h[1-6]|\/tr)\b[^<>]*>/gi, '\n')
    .replace(/<li\b[^<>]*>/gi, '- ')
    .replace(/<\/?[a-z!][^<>]*>/gi, '')
    .replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,6}));/gi, decoded)
  return cleanLines(text, descriptionCharactersMax)
}

function decoded(entity: string, decimal?: string, hexadecimal?: string, name = ''): string {
  const codePoint = decimal !== undefined ? Number(decimal) : Number.parseInt(hexadecimal ?? '', 16)
  if (Number.isNaN(codePoint)) return entities[name.toLowerCase()] ?? entity
  return codePoint <= 0x10ffff ? String.fromCodePoint(codePoint) : entity
}

const entities: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
}

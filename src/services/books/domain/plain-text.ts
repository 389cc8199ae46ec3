const breaks = /<(?:br|\/p)\b[^<>]*>/gi
const tags = /<\/?[a-z][^<>]*>/gi
const entities: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
}

/** A description without its markup. */
export function plainText(html: string): string {
  if (!/[<&]/.test(html)) return html
  return html
    .replace(breaks, '\n')
    .replace(tags, '')
    .replace(
      /&(#x?[\da-f]{1,6}|[a-z]{2,6});/gi,
      (whole, name: string) => characterOf(name) ?? whole,
    )
    .replace(/[ \t]+/g, ' ')
    .replace(/ ?\n ?/g, '\n')
    .trim()
}

function characterOf(name: string): string | undefined {
  if (!name.startsWith('#')) return entities[name.toLowerCase()]
  const isHex = name[1] === 'x' || name[1] === 'X'
  const code = Number.parseInt(name.slice(isHex ? 2 : 1), isHex ? 16 : 10)
  const isCharacter = code >= 32 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff)
  return isCharacter ? String.fromCodePoint(code) : undefined
}

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Escapes text for HTML and XML. */
export const escapedText = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => escapes[character]!)

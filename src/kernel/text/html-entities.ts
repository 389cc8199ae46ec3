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

const named: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
}

/** Decodes the entities in the text of HTML. Unknown ones, and those of control characters, stay. */
export const decodedText = (html: string): string =>
  html.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,6}));/gi, characterOf)

function characterOf(entity: string, decimal?: string, hexadecimal?: string, name = ''): string {
  const code = Number(decimal ?? (hexadecimal === undefined ? Number.NaN : `0x${hexadecimal}`))
  if (Number.isNaN(code)) return named[name.toLowerCase()] ?? entity
  const isCharacter = code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff)
  const isControl = code < 32 && code !== 9 && code !== 10 && code !== 13
  return isCharacter && !isControl ? String.fromCodePoint(code) : entity
}

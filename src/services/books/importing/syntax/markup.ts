import { charactersByName } from './character-names.ts'

const textMax = 100_000

/** The HTML elements that a description keeps, with their equivalents. */
const namesByTag: Readonly<Record<string, string>> = {
  b: 'b',
  strong: 'b',
  i: 'i',
  em: 'i',
  cite: 'i',
  br: 'br',
  hr: 'br',
  p: 'p',
  div: 'p',
  li: 'p',
  blockquote: 'p',
  h1: 'p',
  h2: 'p',
  h3: 'p',
  h4: 'p',
}
const unseen = new Set(['script', 'style', 'head', 'title', 'template'])

/** Reduces HTML to `b`, `i`, `br` and `p`, properly nested, with everything else escaped. */
export function reducedMarkup(html: string | undefined | null): string | undefined {
  if (html === undefined || html === null) return undefined
  const writer = new Writer()
  const text = html.slice(0, textMax).toWellFormed().normalize('NFC')
  for (let at = 0; at < text.length; ) {
    const open = text.indexOf('<', at)
    writer.text(text.slice(at, open === -1 ? text.length : open))
    if (open === -1) break
    at = afterTag(text, open, writer)
  }
  return writer.finish()
}

/** Plain text as a description: escaped, with line breaks. */
export function markupOfText(text: string | undefined | null): string | undefined {
  if (text === undefined || text === null) return undefined
  const lines = text
    .slice(0, textMax)
    .toWellFormed()
    .normalize('NFC')
    .trim()
    .split(/\r\n?|\n/)
  const shown = lines.map((each) => escapedMarkup(withoutControls(each)).trim()).join('<br>')
  return shown === '' ? undefined : shown.replace(/(?:<br>){3,}/g, '<br><br>')
}

/** Whether a text of unknown format is HTML. */
const looksLikeMarkup = (text: string): boolean =>
  /<\/?(?:p|br|b|i|em|strong|div|span|ul|li|a|h\d)\b[^<>]*>|&(?:#\d+|[a-z]+\d?);/i.test(text)

/** A description in an unknown format. */
export const description = (text: string | undefined | null): string | undefined =>
  text !== undefined && text !== null && looksLikeMarkup(text)
    ? reducedMarkup(text)
    : markupOfText(text)

function afterTag(text: string, open: number, writer: Writer): number {
  if (text.startsWith('<!--', open)) return after(text, '-->', open)
  const next = text[open + 1] ?? ''
  if (!/[a-z/!?]/i.test(next)) {
    writer.text('<')
    return open + 1
  }
  const close = text.indexOf('>', open)
  if (close === -1) return text.length
  const tag = /^<(\/?)([a-z][a-z\d]*)/i.exec(text.slice(open, Math.min(close, open + 20)))
  if (tag === null) return close + 1
  const name = tag[2]!.toLowerCase()
  if (unseen.has(name) && tag[1] === '') return after(text, `</${name}`, close)
  const meant = namesByTag[name]
  if (meant !== undefined && tag[1] === '') writer.open(meant)
  else if (meant !== undefined) writer.close(meant)
  return close + 1
}

function after(text: string, ending: string, from: number): number {
  const at = text.toLowerCase().indexOf(ending, from)
  if (at === -1) return text.length
  if (ending.endsWith('>')) return at + ending.length
  const close = text.indexOf('>', at)
  return close === -1 ? text.length : close + 1
}

class Writer {
  #written = ''
  readonly #open: string[] = []

  text(text: string): void {
    const shown = withoutControls(decodedText(text))
    if (shown.trim() !== '' || (shown !== '' && !this.#written.endsWith(' '))) {
      this.#written += escapedMarkup(shown)
    }
  }

  open(name: string): void {
    if (name === 'br') {
      this.#written += '<br>'
      return
    }
    if (name === 'p') while (this.#open.length > 0) this.#end()
    if (this.#open.includes(name)) return
    this.#open.push(name)
    this.#written += `<${name}>`
  }

  close(name: string): void {
    if (name === 'br' || !this.#open.includes(name)) return
    while (this.#open.at(-1) !== name) this.#end()
    this.#end()
  }

  finish(): string | undefined {
    while (this.#open.length > 0) this.#end()
    const whole = this.#written.replace(/<([bip])>\s*<\/\1>/g, '').trim()
    return whole.replace(/<[^>]*>/g, '').trim() === '' ? undefined : whole
  }

  #end(): void {
    this.#written += `</${this.#open.pop()}>`
  }
}

const decodedText = (text: string): string =>
  text.includes('&')
    ? text.replace(
        /&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]+\d{0,2}));/gi,
        (found, ten, hex, name) =>
          name === undefined
            ? character(ten === undefined ? Number.parseInt(hex, 16) : Number(ten), found)
            : (charactersByName[name] ?? found),
      )
    : text

const character = (code: number, otherwise: string): string =>
  code > 0x10ffff || (code >= 0xd800 && code < 0xe000) ? otherwise : String.fromCodePoint(code)

const withoutControls = (text: string): string => text.replace(/[\s\p{Cc}\ufffe\uffff]+/gu, ' ')

const escapedMarkup = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

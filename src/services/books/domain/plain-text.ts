import { decodedText } from '#/kernel/text/html-entities.ts'

const breaks = /<(?:br|\/p)\b[^<>]*>/gi
const tags = /<\/?[a-z][^<>]*>/gi

/** A description without its markup. */
export function plainText(html: string): string {
  if (!/[<&]/.test(html)) return html
  return decodedText(html.replace(breaks, '\n').replace(tags, ''))
    .replace(/[ \t]+/g, ' ')
    .replace(/ ?\n ?/g, '\n')
    .trim()
}

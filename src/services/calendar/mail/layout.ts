import { type Html, html } from '#/auth/pages/layout/html.ts'
import { decodedText } from '#/kernel/text/html-entities.ts'

/** The content of a mail. */
export interface Layout {
  /** The first sentence. */
  readonly opening: string
  readonly title: string
  readonly rows: readonly Row[]
  readonly link?: { readonly label: string; readonly address: string } | undefined
}

export interface Row {
  readonly label: string
  /** Can have several lines. */
  readonly text: string
}

/** A mail as plain text and HTML. */
export const laidOut = (layout: Layout): { readonly text: string; readonly html: string } => ({
  text: textOf(layout),
  html: String(htmlOf(layout)),
})

function textOf({ opening, title, rows, link }: Layout): string {
  const facts = rows.map(({ label, text }) => `${label}:${text.includes('\n') ? '\n' : ' '}${text}`)
  const parts = [opening, [title, ...facts].join('\n'), ...(link ? [linkText(link)] : [])]
  return `${parts.join('\n\n')}\n`
}

const linkText = ({ label, address }: NonNullable<Layout['link']>) => `${label}: ${address}`

// Mail programs support little CSS, so styles are inline.
const htmlOf = ({ opening, title, rows, link }: Layout): Html => html`<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>${title}</title></head>
<body style="margin:24px;font-family:sans-serif;font-size:15px;line-height:1.5;color:#222222">
<p>${opening}</p>
<h1 style="font-size:20px">${title}</h1>
<table role="presentation" cellpadding="0" cellspacing="0">${rows.map(rowHtml)}</table>
${link && html`<p><a href="${link.address}">${link.label}</a></p>`}
</body>
</html>
`

const rowHtml = ({ label, text }: Row): Html => html`
<tr><th scope="row" align="left" valign="top" style="padding:2px 16px 2px 0">${label}</th>
<td style="white-space:pre-line">${text}</td></tr>`

const lineCharactersMax = 300

/** A user's text as a single line that is safe in a header. */
export const oneLine = (text: string): string =>
  cut(
    text
      .toWellFormed()
      .replace(/[\s\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
      .trim(),
    lineCharactersMax,
  )

/** A user's text without control characters except line feeds. */
export const cleanLines = (text: string, charactersMax: number): string =>
  cut(
    text
      .toWellFormed()
      .replace(/\r\n?|[\p{Zl}\p{Zp}]/gu, '\n')
      .replace(/\t/g, ' ')
      .replace(/(?!\n)\p{Cc}/gu, '')
      .trim(),
    charactersMax,
  )

// Doesn't split surrogate pairs.
function cut(text: string, charactersMax: number): string {
  if (text.length <= charactersMax) return text
  return `${text.slice(0, charactersMax).replace(/[\uD800-\uDBFF]$/, '')}…`
}

/** The maximum of a description in a mail; the page of the event shows all of it. */
const descriptionCharactersMax = 10_000
/** Markup makes a description longer than its text. */
const markupCharactersMax = 50_000

/** A description without markup. The result still has to be escaped. */
export function descriptionText(description: string): string {
  const text = description
    .slice(0, markupCharactersMax)
    .replace(/<(?:br|\/p|\/div|\/li|\/h[1-6]|\/tr)\b[^<>]*>/gi, '\n')
    .replace(/<li\b[^<>]*>/gi, '- ')
    .replace(/<\/?[a-z!][^<>]*>/gi, '')
  return cleanLines(decodedText(text), descriptionCharactersMax)
}

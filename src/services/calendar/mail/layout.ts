import { type Html, html } from '#/auth/pages/html.ts'

/** What a mail says, whatever it is about. */
export interface Layout {
  /** The sentence that it begins with. */
  readonly opening: string
  readonly title: string
  readonly rows: readonly Row[]
  readonly link?: { readonly label: string; readonly address: string } | undefined
}

export interface Row {
  readonly label: string
  /** May have several lines. */
  readonly text: string
}

/** The same mail as plain text and as HTML. */
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

// Mail programs know little of CSS, so each element carries its own.
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

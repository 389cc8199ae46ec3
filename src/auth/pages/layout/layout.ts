import type { Messages } from '../messages.ts'
import { type Html, html, type Part, trustedHtml } from './html.ts'
import { style } from './style.ts'

interface Layout {
  /** The title of the window, and of the page unless `heading` is given. */
  readonly title: string
  readonly heading?: Part
  readonly body: Html
}

/** Renders a page. */
export function layout(messages: Messages, { title, heading = title, body }: Layout): string {
  return html`<!doctype html>
<html lang="${messages.language}" dir="${messages.direction}">
<head>
<meta charset="utf-8">
<title>${title} · ${messages.product}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<link rel="icon" href="${markAddress}">
<style>${trustedHtml(style)}</style>
</head>
<body>
<header class="brand">${mark}<span>${messages.product}</span></header>
<main>
<h1>${heading}</h1>
${body}
</main>
</body>
</html>
`.toString()
}

// A calendar page with the sun rising over its lower edge.
const shapes =
  '<rect x="3" y="5" width="26" height="24" rx="6" fill="none" stroke="currentColor" stroke-width="2.5"/>' +
  '<path d="M10 2.5v5M22 2.5v5M3.5 22.5h25" fill="none" stroke="currentColor" stroke-width="2.5" stroke-linecap="round"/>' +
  '<path d="M10 22.5a6 6 0 0 1 12 0z" fill="currentColor"/>'

/** The logo. It is decorative, because the name is beside it. */
const mark = trustedHtml(
  `<svg viewBox="0 0 32 32" aria-hidden="true" focusable="false">${shapes}</svg>`,
)

/** The logo as a data URL for the favicon. */
const markAddress = `data:image/svg+xml,${encodeURIComponent(
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32" color="#3f9f86">${shapes}</svg>`,
)}`

import type { Messages } from '../messages.ts'
import { type Html, html, type Part, trusted } from './html.ts'
import { mark, markAddress } from './mark.ts'
import { style } from './style.ts'

export interface Layout {
  /** Plain words for the window; the heading unless told. */
  readonly title: string
  readonly heading?: Part
  readonly body: Html
}

/** The frame of every page, as text. */
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
<style>${trusted(style)}</style>
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

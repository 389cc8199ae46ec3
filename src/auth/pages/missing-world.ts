import { html } from './layout/html.ts'
import { layout } from './layout/layout.ts'
import { isolatedName } from './layout/parts.ts'
import { messagesFor } from './messages.ts'

const idLengthMax = 60

/** The page for a world that does not exist. */
export function missingWorldPage({ id, locale }: { id: string; locale: string }): string {
  const messages = messagesFor(locale)
  const body = html`<p role="alert">${messages.missingWorld(isolatedName(id.slice(0, idLengthMax)))}</p>
<p><a href="/">${messages.defaultWorld}</a></p>`
  return layout(messages, { title: messages.missingWorldTitle, body })
}

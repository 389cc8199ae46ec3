import { html, trustedHtml } from './layout/html.ts'
import { layout } from './layout/layout.ts'
import { messagesFor } from './messages.ts'

/**
 * Asks for confirmation before signing out; `formHtml` is the form of the provider with its CSRF protection.
 */
export function signOutPage(page: { formHtml: string; locale: string }): string {
  const messages = messagesFor(page.locale)
  const body = html`<p class="muted">${messages.signOutIntro}</p>
${trustedHtml(page.formHtml)}
<div class="choice">
<button form="op.logoutForm">${messages.staySignedIn}</button>
<button class="main" form="op.logoutForm" name="logout" value="yes">${messages.signOut}</button>
</div>`
  return layout(messages, { title: messages.signOutTitle, body })
}

export function signedOutPage(page: { locale: string }): string {
  const messages = messagesFor(page.locale)
  const body = html`<p class="muted">${messages.signedOut}</p>`
  return layout(messages, { title: messages.signedOutTitle, body })
}

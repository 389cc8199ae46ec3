import { html } from './layout/html.ts'
import { layout } from './layout/layout.ts'
import { isolatedName } from './layout/parts.ts'
import { messagesFor } from './messages.ts'
import { providerLink } from './sign-in.ts'

interface Invitation {
  /** The address of the account. */
  readonly email: string
  readonly providerName: string
  readonly locale: string
}

/** Asks the user to sign in with the provider. */
export function invitationPage(
  page: Invitation & {
    /** The URL that starts the sign-in. */
    readonly address: string
  },
): string {
  const messages = messagesFor(page.locale)
  const { email, providerName: name, address } = page
  const body = html`<p class="muted">${messages.invitationIntro(isolatedName(email), isolatedName(name))}</p>
${providerLink({ name, address }, messages)}`
  return layout(messages, { title: messages.invitationTitle, body })
}

export function invitationDonePage({ email, providerName, locale }: Invitation): string {
  const messages = messagesFor(locale)
  const text = messages.invitationDone(isolatedName(email), isolatedName(providerName))
  return layout(messages, {
    title: messages.invitationDoneTitle,
    body: html`<p class="muted">${text}</p>`,
  })
}

import { html } from './layout/html.ts'
import { layout } from './layout/layout.ts'
import { alarm, isolatedName } from './layout/parts.ts'
import { type Messages, messagesFor } from './messages.ts'

/** Asks for the address that a link is mailed to. */
export function forgotPage(page: {
  readonly action: string
  readonly email?: string
  /** The time to wait after too many requests. */
  readonly retryAfterS?: number
  readonly locale: string
}): string {
  const messages = messagesFor(page.locale)
  const { retryAfterS } = page
  const body = html`<p class="muted">${messages.forgotIntro}</p>
${retryAfterS !== undefined && alarm('error', messages.signInErrors.blocked(retryAfterS))}
<form method="post" action="${page.action}">
<div class="field"><label for="email">${messages.email}</label>
<input id="email" name="email" type="email" value="${page.email ?? ''}" autocomplete="username" autocapitalize="none" spellcheck="false" required autofocus></div>
<button class="main wide">${messages.sendLink}</button>
</form>`
  return layout(messages, { title: messages.forgotTitle, body })
}

/** Asks for a new password, twice. */
export function newPasswordPage(page: {
  readonly action: string
  readonly email: string
  readonly problem?: 'different' | { readonly rejected: string }
  readonly locale: string
}): string {
  const messages = messagesFor(page.locale)
  const described =
    page.problem !== undefined && html` aria-describedby="error" aria-invalid="true"`
  const body = html`<p class="muted">${messages.newPasswordIntro(isolatedName(page.email))}</p>
${page.problem !== undefined && alarm('error', problemText(page.problem, messages))}
<form method="post" action="${page.action}">
<input type="hidden" name="username" autocomplete="username" value="${page.email}">
<div class="field"><label for="password">${messages.newPassword}</label>
<input id="password" name="password" type="password" autocomplete="new-password" required autofocus${described}></div>
<div class="field"><label for="again">${messages.newPasswordAgain}</label>
<input id="again" name="again" type="password" autocomplete="new-password" required></div>
<button class="main wide">${messages.setPassword}</button>
</form>`
  return layout(messages, { title: messages.newPasswordTitle, body })
}

const problemText = (problem: 'different' | { rejected: string }, messages: Messages): string =>
  problem === 'different' ? messages.passwordsDiffer : messages.passwordRejected(problem.rejected)

export function passwordDonePage(page: {
  readonly done: 'mailed' | 'changed'
  readonly locale: string
}): string {
  const messages = messagesFor(page.locale)
  const { title, text } = messages.passwordDone[page.done]
  return layout(messages, { title, body: html`<p class="muted">${text}</p>` })
}

/** A mail without its recipient. */
export interface PasswordMail {
  readonly subject: string
  readonly text: string
  readonly html: string
}

/** The mail with a link to set a new password. */
export const passwordMail = (address: string, locale: string): PasswordMail => {
  const messages = messagesFor(locale)
  return linkMail(address, messages.language, messages.passwordMail)
}

/** The mail with a link to set the first password. */
export const invitationMail = (address: string, locale: string): PasswordMail => {
  const { language, invitationMail: texts } = messagesFor(locale)
  return linkMail(address, language, { ...texts, opening: texts.opening(new URL(address).host) })
}

function linkMail(
  address: string,
  language: string,
  { subject, opening, closing }: Record<'subject' | 'opening' | 'closing', string>,
): PasswordMail {
  return {
    subject,
    text: `${opening}\n\n${subject}: ${address}\n\n${closing}\n`,
    html: String(html`<!doctype html>
<html lang="${language}">
<head><meta charset="utf-8"><title>${subject}</title></head>
<body><p>${opening}</p><p><a href="${address}">${subject}</a></p><p>${closing}</p></body>
</html>
`),
  }
}

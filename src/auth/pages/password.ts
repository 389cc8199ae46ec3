import { html } from './layout/html.ts'
import { layout } from './layout/layout.ts'
import { alarm, named } from './layout/parts.ts'
import { messagesFor } from './messages.ts'

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
  readonly problem?: string
  readonly locale: string
}): string {
  const messages = messagesFor(page.locale)
  const described =
    page.problem !== undefined && html` aria-describedby="error" aria-invalid="true"`
  const body = html`<p class="muted">${messages.newPasswordIntro(named(page.email))}</p>
${page.problem !== undefined && alarm('error', page.problem)}
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
export const passwordMail = (address: string): PasswordMail =>
  linkMail(address, {
    subject: 'Set a new password',
    opening: 'Somebody, hopefully you, has asked to set a new password for your account.',
    closing:
      'The link works once, for an hour. If it was not you, do nothing: your password stays as it is.',
  })

/** The mail with a link to set the first password. */
export const invitationMail = (address: string): PasswordMail =>
  linkMail(address, {
    subject: 'Set up your account',
    opening: `An administrator has created an account for you on ${new URL(address).host}.`,
    closing: 'The link works once, for seven days.',
  })

function linkMail(
  address: string,
  { subject, opening, closing }: Record<'subject' | 'opening' | 'closing', string>,
): PasswordMail {
  return {
    subject,
    text: `${opening}\n\n${subject}: ${address}\n\n${closing}\n`,
    html: String(html`<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>${subject}</title></head>
<body><p>${opening}</p><p><a href="${address}">${subject}</a></p><p>${closing}</p></body>
</html>
`),
  }
}

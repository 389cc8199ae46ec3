import { type Html, html, trustedHtml } from './layout/html.ts'
import { layout } from './layout/layout.ts'
import { alarm, isolatedName } from './layout/parts.ts'
import { type Messages, messagesFor } from './messages.ts'

export interface DeviceCode {
  /** The code that was entered before, or came with the URL. */
  readonly userCode?: string | undefined
  readonly error?: 'unknown' | 'expired' | 'aborted' | undefined
  /** The form of the provider, with its CSRF protection. */
  readonly formHtml: string
  readonly locale: string
}

export function deviceCodePage(page: DeviceCode): string {
  const messages = messagesFor(page.locale)
  const body = html`<p class="muted" id="hint">${messages.deviceIntro}</p>
${page.error && alarm('error', messages.deviceErrors[page.error])}
${withoutCodeField(page.formHtml)}
${codeField(page, messages)}
<button class="main wide" form="op.deviceInputForm">${messages.deviceContinue}</button>`
  return layout(messages, { title: messages.deviceTitle, body })
}

// The provider's own field has no label and an inline script that the policy forbids.
const withoutCodeField = (formHtml: string): Html =>
  trustedHtml(formHtml.replace(/<input\b[^>]*\bname="user_code"[^>]*>(?:<\/input>)?/g, ''))

function codeField({ userCode, error }: DeviceCode, messages: Messages): Html {
  const invalid = (error === 'unknown' || error === 'expired') && html` aria-invalid="true"`
  return html`<div class="field"><label for="user-code">${messages.deviceCode}</label>
<input class="code" id="user-code" form="op.deviceInputForm" name="user_code" type="text" value="${userCode}" autocomplete="off" autocapitalize="characters" spellcheck="false" aria-describedby="${error && 'error '}hint"${invalid} required autofocus></div>`
}

export interface DeviceConfirm {
  readonly clientName: string
  readonly userCode: string
  /** The form of the provider, with the code, the confirmation and its CSRF protection. */
  readonly formHtml: string
  readonly locale: string
}

export function deviceConfirmPage(page: DeviceConfirm): string {
  const messages = messagesFor(page.locale)
  const body = html`<p>${messages.deviceConfirmIntro(isolatedName(page.clientName))}</p>
<p class="code">${page.userCode}</p>
<p class="muted small">${messages.deviceConfirmWarning}</p>
${trustedHtml(page.formHtml)}
<div class="choice">
<button form="op.deviceConfirmForm" name="abort" value="yes">${messages.deviceAbort}</button>
<button class="main" form="op.deviceConfirmForm">${messages.deviceContinue}</button>
</div>`
  return layout(messages, { title: messages.deviceConfirmTitle, body })
}

export function deviceDonePage(page: { clientName: string; locale: string }): string {
  const messages = messagesFor(page.locale)
  const body = html`<p>${messages.deviceDone(isolatedName(page.clientName))}</p>`
  return layout(messages, { title: messages.deviceDoneTitle, body })
}

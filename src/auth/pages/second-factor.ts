import { html } from './layout/html.ts'
import { layout } from './layout/layout.ts'
import { alarm, csrfField, isolatedName } from './layout/parts.ts'
import { messagesFor } from './messages.ts'
import { type PasskeyForm, passkeyForm } from './passkey.ts'

interface StepPage {
  readonly action: string
  readonly csrf: string
  readonly email: string
  readonly locale: string
}

/** Asks for a code or a passkey, after the password. */
export function secondFactorPage(
  page: StepPage & {
    /** Whether the user has an authenticator app. */
    readonly hasApp: boolean
    /** Present if the user has passkeys. */
    readonly passkey?: PasskeyForm | undefined
    readonly error?: 'wrong' | 'blocked' | undefined
    readonly retryAfterS?: number | undefined
  },
): string {
  const messages = messagesFor(page.locale)
  const { error, passkey } = page
  const described = error !== undefined && html` aria-describedby="error"`
  const invalid = error === 'wrong' && html` aria-invalid="true"`
  const body = html`<p class="muted">${messages.signedInAs(isolatedName(page.email))}</p>
${error === 'wrong' && alarm('error', messages.wrongSecondFactor)}
${error === 'blocked' && alarm('error', messages.signInErrors.blocked(page.retryAfterS))}
${passkey !== undefined && passkeyForm(passkey, messages)}
<form method="post" action="${page.action}">
${csrfField(page.csrf)}
<div class="field"><label for="code">${page.hasApp ? messages.appCode : messages.recoveryCode}</label>
<input id="code" name="code" class="code" autocomplete="one-time-code" autocapitalize="none" spellcheck="false" required${described}${invalid} autofocus></div>
<p class="muted small">${page.hasApp ? messages.appCodeHint : messages.recoveryCodeHint}</p>
<button class="main wide">${messages.continue}</button>
</form>
<form method="post" action="${page.action}">
${csrfField(page.csrf)}
<button class="wide" name="restart" value="yes">${messages.notYou}</button>
</form>`
  return layout(messages, { title: messages.secondFactorTitle, body })
}

/** Asks the user to set up an authenticator app, which is required to sign in. */
export function appSetupPage(
  page: StepPage & {
    readonly qrCode: string
    readonly secret: string
    readonly enrollment: string
    readonly problem?: string | undefined
  },
): string {
  const messages = messagesFor(page.locale)
  const { problem } = page
  const described = problem !== undefined && html` aria-describedby="error" aria-invalid="true"`
  const image = `data:image/svg+xml,${encodeURIComponent(page.qrCode)}`
  const body = html`<p class="muted">${messages.appSetupIntro(isolatedName(page.email))}</p>
<p class="picture"><img src="${image}" alt="${messages.qrCode}" width="200" height="200"></p>
<p class="muted small">${messages.appSecret}</p>
<p class="code small">${page.secret}</p>
${problem !== undefined && alarm('error', problem)}
<form method="post" action="${page.action}">
${csrfField(page.csrf)}
<input type="hidden" name="enrollment" value="${page.enrollment}">
<div class="field"><label for="code">${messages.appCode}</label>
<input id="code" name="code" class="code" inputmode="numeric" autocomplete="one-time-code" required${described} autofocus></div>
<button class="main wide">${messages.continue}</button>
</form>`
  return layout(messages, { title: messages.appSetupTitle, body })
}

/** Shows new recovery codes, once. */
export function recoveryCodesPage(
  page: Omit<StepPage, 'email'> & { readonly codes: readonly string[] },
): string {
  const messages = messagesFor(page.locale)
  const body = html`<p class="muted">${messages.recoveryCodesIntro}</p>
<ul class="codes">
${page.codes.map((code) => html`<li class="code">${code}</li>\n`)}</ul>
<form method="post" action="${page.action}">
${csrfField(page.csrf)}
<button class="main wide" name="continue" value="yes">${messages.recoveryCodesSaved}</button>
</form>`
  return layout(messages, { title: messages.recoveryCodesTitle, body })
}

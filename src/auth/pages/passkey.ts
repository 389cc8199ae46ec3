import { hash } from 'node:crypto'
import { type Html, html, trustedHtml } from './layout/html.ts'
import { csrfField } from './layout/parts.ts'
import type { Messages } from './messages.ts'

/** The form to sign in with a passkey. */
export interface PasskeyForm {
  readonly action: string
  readonly csrf: string
  /** Options for `PublicKeyCredential.parseRequestOptionsFromJSON`. */
  readonly options: object
}

/** Shows the form if the browser supports passkeys, and submits the response of the browser. */
const script = `
const form = document.getElementById('passkey')
const problem = document.getElementById('passkey-problem')
form.hidden = window.PublicKeyCredential?.parseRequestOptionsFromJSON === undefined
form.addEventListener('submit', async (event) => {
  event.preventDefault()
  problem.hidden = true
  try {
    const options = JSON.parse(form.dataset.options)
    const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options)
    const credential = await navigator.credentials.get({ publicKey })
    form.elements.credential.value = JSON.stringify(credential.toJSON())
    form.submit()
  } catch {
    problem.hidden = false
  }
})
`

/** The hash of the script for the Content-Security-Policy. */
export const passkeyScriptHash = `sha256-${hash('sha256', script, 'base64')}`

/** A form that is hidden without JavaScript, which passkeys need. */
export const passkeyForm = (
  { action, csrf, options }: PasskeyForm,
  messages: Messages,
): Html => html`<form id="passkey" method="post" action="${action}" data-options="${JSON.stringify(options)}" hidden>
${csrfField(csrf)}
<input type="hidden" name="credential">
<button class="wide">${messages.usePasskey}</button>
<p class="notice alarm" role="alert" id="passkey-problem" hidden>${messages.passkeyProblem}</p>
</form>
<script>${trustedHtml(script)}</script>`

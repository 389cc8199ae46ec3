import { type Html, html } from './layout/html.ts'
import { layout } from './layout/layout.ts'
import { csrfField, isolatedName } from './layout/parts.ts'
import { type Messages, messagesFor } from './messages.ts'

export interface Consent {
  readonly action: string
  readonly csrf: string
  readonly clientName: string
  readonly email: string
  readonly scopes: readonly RequestedScope[]
  /** URIs of the scopes that the user has granted to this client before. */
  readonly alreadyGranted: readonly string[]
  /** Whether the client gets a refresh token. */
  readonly isOffline: boolean
  readonly locale: string
}

export interface RequestedScope {
  readonly uri: string
  readonly about: string
  /** The titles of the tools that an agent can use with it. */
  readonly tools?: readonly string[]
}

/** The form submits `decision` (allow, deny or switch) and one `scope` for each checked box. */
export function consentPage(page: Consent): string {
  const messages = messagesFor(page.locale)
  const program = isolatedName(page.clientName)
  const body = html`${accountForm(page, messages)}
<form method="post" action="${page.action}">
${csrfField(page.csrf)}
${page.scopes.length > 0 ? scopeList(page, messages) : html`<p>${messages.consentNothing(program)}</p>`}
${page.isOffline && html`<p class="notice small">${messages.consentOffline(program)}</p>`}
${decisions(messages)}
</form>`
  return layout(messages, {
    title: messages.consentTitle,
    heading: messages.consentHeading(program),
    body,
  })
}

// A separate form, so that Enter on a checkbox does not switch accounts.
const accountForm = ({ action, csrf, email }: Consent, messages: Messages): Html =>
  html`<form class="account small" method="post" action="${action}">
${csrfField(csrf)}
<p class="muted">${messages.signedInAs(isolatedName(email))}</p>
<button class="link" name="decision" value="switch">${messages.notYou}</button>
</form>`

function scopeList({ clientName, scopes, alreadyGranted }: Consent, messages: Messages): Html {
  const granted = new Set(alreadyGranted)
  return html`<fieldset aria-describedby="hint">
<legend>${messages.consentLegend(isolatedName(clientName))}</legend>
<p class="muted small" id="hint">${messages.consentHint}</p>
<ul class="scopes">
${scopes.map(
  (scope, index) =>
    html`<li><label for="scope-${index}"><input id="scope-${index}" type="checkbox" name="scope" value="${scope.uri}" checked><span>${inPlainWords(scope, messages)}${toolsText(scope, messages)}${granted.has(scope.uri) && html` <small>${messages.allowedBefore}</small>`}</span></label></li>
`,
)}</ul>
</fieldset>`
}

// Cancel comes first, because Enter on a checkbox presses the first button.
const decisions = (messages: Messages): Html => html`<div class="choice">
<button name="decision" value="deny">${messages.deny}</button>
<button class="main" name="decision" value="allow">${messages.allow}</button>
</div>`

const toolsText = ({ tools = [] }: RequestedScope, messages: Messages): Html | false =>
  tools.length > 0 && html`<br><small>${messages.consentTools(tools)}</small>`

function inPlainWords({ uri, about }: RequestedScope, messages: Messages): string {
  if (Object.hasOwn(messages.scopes, uri)) return messages.scopes[uri]!
  return about || uri
}

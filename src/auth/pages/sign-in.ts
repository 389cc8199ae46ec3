import { type Html, html } from './layout/html.ts'
import { layout } from './layout/layout.ts'
import { alarm, csrfField, isolatedName } from './layout/parts.ts'
import { type Messages, messagesFor } from './messages.ts'
import { passkeyForm } from './passkey.ts'

export interface SignIn {
  readonly action: string
  readonly csrf: string
  readonly clientName: string
  /** The user whom the client expects to sign in. */
  readonly loginHint?: string | undefined
  /** The address that was entered before, which overrides the hint. */
  readonly email?: string | undefined
  readonly error?: SignInError | undefined
  /** The time to wait after too many failures. */
  readonly retryAfterS?: number | undefined
  /** The users for one-click sign-in in dev mode, sent as `devUser`. */
  readonly devUsers?: readonly DevUser[] | undefined
  /** Other identity providers, with the URLs that start a sign-in. */
  readonly providers?: readonly ProviderLink[] | undefined
  /** Options for signing in with a passkey; absent if not available. */
  readonly passkeyOptions?: object | undefined
  /** The URL to reset the password. */
  readonly forgotAddress?: string | undefined
  /** The URL of the form that cancels the sign-in. */
  readonly cancelAction?: string | undefined
  readonly locale: string
}

/** Why a sign-in failed. */
export type SignInError = keyof Messages['signInErrors']

/** The message of an error, for other pages. */
export const signInErrorText = (error: SignInError, locale: string): string =>
  messagesFor(locale).signInErrors[error]()

interface ProviderLink {
  readonly name: string
  readonly address: string
}

export interface DevUser {
  readonly email: string
  readonly name: string
}

export function signInPage(page: SignIn): string {
  const messages = messagesFor(page.locale)
  const body = html`<p class="muted">${messages.signInIntro(isolatedName(page.clientName))}</p>
${page.error && alarm('error', messages.signInErrors[page.error](page.retryAfterS))}
${passwordForm(page, messages)}
${page.passkeyOptions !== undefined && passkeyForm({ ...page, options: page.passkeyOptions }, messages)}
${page.forgotAddress !== undefined && html`<p class="small"><a href="${page.forgotAddress}">${messages.forgotPassword}</a></p>`}
${page.providers?.map((provider) => providerLink(provider, messages))}
${page.cancelAction !== undefined && cancelForm(page.cancelAction, page.csrf, messages)}
${page.devUsers && page.devUsers.length > 0 && devForm(page, page.devUsers, messages)}`
  return layout(messages, { title: messages.signInTitle, body })
}

function passwordForm({ action, csrf, email, loginHint, error }: SignIn, messages: Messages): Html {
  const address = email || loginHint || ''
  const focus = (isFirst: boolean) => isFirst && html` autofocus`
  const described = error && html` aria-describedby="error"`
  const invalid = error === 'wrong' && html` aria-invalid="true"`
  return html`<form method="post" action="${action}">
${csrfField(csrf)}
<div class="field"><label for="email">${messages.email}</label>
<input id="email" name="email" type="email" value="${address}" autocomplete="username" autocapitalize="none" spellcheck="false" required${described}${invalid}${focus(address === '')}></div>
<div class="field"><label for="password">${messages.password}</label>
<input id="password" name="password" type="password" autocomplete="current-password" required${described}${invalid}${focus(address !== '')}></div>
<button class="main wide">${messages.signIn}</button>
</form>`
}

/**
 * A link, not a form: browsers apply the policy of the page to all redirects after a form, and a provider may
 * redirect elsewhere.
 */
export const providerLink = ({ name, address }: ProviderLink, messages: Messages): Html =>
  html`<a class="button wide" href="${address}">${messages.continueWith(isolatedName(name))}</a>
`

// A separate form, so that canceling sends no password.
const cancelForm = (action: string, csrf: string, messages: Messages): Html =>
  html`<form method="post" action="${action}">
${csrfField(csrf)}
<button class="wide">${messages.cancel}</button>
</form>`

const devForm = (
  { action, csrf }: SignIn,
  users: readonly DevUser[],
  messages: Messages,
): Html => html`<section class="dev" aria-labelledby="dev">
<h2 id="dev">${messages.devTitle}</h2>
<p class="muted small">${messages.devIntro}</p>
<form method="post" action="${action}">
${csrfField(csrf)}
<ul>
${users.map(
  ({ email, name }) =>
    html`<li><button name="devUser" value="${email}">${messages.continueAs(isolatedName(name), isolatedName(email))}</button></li>
`,
)}</ul>
</form>
</section>`

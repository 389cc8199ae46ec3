import { html } from './layout/html.ts'
import { layout } from './layout/layout.ts'
import { type Messages, messagesFor } from './messages.ts'

const descriptionLengthMax = 300

export interface ErrorReport {
  readonly title?: string | undefined
  /** The code of the error, such as `invalid_request`. */
  readonly error: string
  /** What happened, in the language of the page. */
  readonly detail?: ((details: Messages['errorDetails']) => string) | undefined
  /** A description for developers, in English. Text after a line break is omitted. */
  readonly description?: string | undefined
  readonly locale: string
}

export function errorPage({ title, error, detail, description, locale }: ErrorReport): string {
  const messages = messagesFor(locale)
  const line = description?.match(/^[^\r\n]*/)?.[0].slice(0, descriptionLengthMax)
  const body = html`<p role="alert">${advice(error, messages)}</p>
${detail && html`<p>${detail(messages.errorDetails)}</p>`}
${line && html`<p class="notice small plain"><bdi lang="en">${line}</bdi></p>`}
<p class="muted small">${messages.errorCode}: <code>${error}</code></p>`
  return layout(messages, { title: title ?? messages.errorTitle, body })
}

/** The page for a form that another page has sent. */
export const foreignFormPage = (locale: string): string =>
  errorPage({ error: 'access_denied', detail: ({ foreignForm }) => foreignForm(), locale })

const advice = (error: string, messages: Messages): string =>
  Object.hasOwn(messages.errors, error) ? messages.errors[error]! : messages.errorIntro

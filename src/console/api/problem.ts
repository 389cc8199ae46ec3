import { t } from '../texts/shared.ts'

/** The words for users of messages of the server, which are loaded with the first error. */
let messageForUser = (message: string): string => message

const loadMessages = async (): Promise<void> => {
  ;({ messageForUser } = await import('../texts/server-messages.ts'))
}

/** An error of the server, with a message for users. */
export class ApiProblem extends Error {
  override readonly name = 'ApiProblem'
  /** The status of the response; 0 if there was none. */
  readonly status: number
  /** The machine-readable reason, such as `duplicate`. */
  readonly reason: string
  /** The message of the server, for developers. */
  readonly serverMessage: string
  /** The parameter or field, if the server names one. */
  readonly location: string | undefined
  /** All errors, if there are several. */
  readonly details: readonly ProblemDetail[]

  constructor(facts: {
    status: number
    reason: string
    message: string
    location?: string | undefined
    details?: readonly ProblemDetail[] | undefined
  }) {
    super(userMessage(facts))
    this.serverMessage = facts.message
    this.status = facts.status
    this.reason = facts.reason
    this.location = facts.location
    this.details = facts.details ?? []
  }
}

/** Messages of the wire that say no more than the status, such as `Not Found`. */
const statusOnly = /^[A-Z][a-z]+(?: [A-Z][a-z]+)*\.?$/

/**
 * What the user can do about an error. Messages of the server are shown unless the catalog has a better one for
 * the reason.
 */
export function userMessage(problem: {
  readonly status: number
  readonly reason: string
  readonly message: string
}): string {
  const { status, reason, message } = problem
  const byReason: Readonly<Record<string, string>> = t.problems
  const reasonText = Object.hasOwn(byReason, reason) ? byReason[reason] : undefined
  if (reasonText !== undefined) return reasonText
  if (status === 0) return message
  if (status >= 500) return t.serverFailed
  if (message !== '' && !statusOnly.test(message)) return plainMessage(message)
  const byStatus: Readonly<Record<number, string>> = t.problemsByStatus
  return byStatus[status] ?? t.somethingWentWrong
}

/** A message of the server for the user, without the frame `0x00000F02 Invalid value. Details: […]`. */
function plainMessage(message: string): string {
  const [, general, details] = /^0x[0-9A-F]{8} (.*?)\. Details: \[(.*)\]$/s.exec(message) ?? []
  if (general === undefined) return messageForUser(message)
  const sentence = details?.replace(/ index=\d+ conversionId=.*$/s, '')
  return sentence ? messageForUser(sentence) : `${messageForUser(general)}.`
}

/** The error with a message for the context of the call, by reason. */
export const explainedError = (
  error: unknown,
  messages: Readonly<Record<string, string>>,
): unknown =>
  error instanceof ApiProblem && Object.hasOwn(messages, error.reason)
    ? new Error(messages[error.reason], { cause: error })
    : error

/** Whether a call requires a recent sign-in. */
export const needsSignIn = (error: unknown): boolean =>
  error instanceof ApiProblem && error.reason === 'recentSignInRequired'

interface ProblemDetail {
  readonly message: string
  readonly location?: string
}

interface Envelope {
  readonly error?:
    | string
    | {
        readonly message?: string
        readonly status?: string
        readonly errors?: readonly ({ reason?: string } & ProblemDetail)[]
        readonly details?: readonly { reason?: string }[]
      }
  readonly error_description?: string
}

/** Parses either error format of the APIs, and that of OAuth. */
export async function problemOf(reply: Response): Promise<ApiProblem> {
  const text = await reply.text().catch(() => '')
  // Without them, messages are shown as they are.
  await loadMessages().catch(() => {})
  return new ApiProblem({ status: reply.status, ...problemIn(text) })
}

function problemIn(text: string) {
  const { error, error_description: description } = envelopeIn(text)
  if (typeof error === 'string') return { reason: error, message: description ?? error }
  const [first] = error?.errors ?? []
  return {
    reason: first?.reason ?? error?.details?.[0]?.reason ?? error?.status ?? 'unknown',
    message: error?.message ?? first?.message ?? '',
    location: first?.location,
    details: error?.errors?.map(({ message, ...rest }) => ({
      ...rest,
      message: plainMessage(message),
    })),
  }
}

function envelopeIn(text: string): Envelope {
  try {
    return (JSON.parse(text) ?? {}) as Envelope
  } catch {
    return {}
  }
}

/** There was no response from the server. */
export const unreachable = () =>
  new ApiProblem({
    status: 0,
    reason: 'unreachable',
    message: t.unreachable,
  })

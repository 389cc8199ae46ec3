/** An error of the server, with a message for users. */
export class ApiProblem extends Error {
  override readonly name = 'ApiProblem'
  /** The status of the response; 0 if there was none. */
  readonly status: number
  /** The machine-readable reason, such as `duplicate`. */
  readonly reason: string
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
    super(facts.message)
    this.status = facts.status
    this.reason = facts.reason
    this.location = facts.location
    this.details = facts.details ?? []
  }
}

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
  return new ApiProblem({ status: reply.status, ...described(text, reply.status) })
}

function described(text: string, status: number) {
  const { error, error_description: description } = envelopeIn(text)
  if (typeof error === 'string') return { reason: error, message: description ?? error }
  const [first] = error?.errors ?? []
  return {
    reason: first?.reason ?? error?.details?.[0]?.reason ?? error?.status ?? 'unknown',
    message: error?.message ?? first?.message ?? `The server answered with ${status}.`,
    location: first?.location,
    details: error?.errors,
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
    message: 'The server cannot be reached. Check the connection and try again.',
  })

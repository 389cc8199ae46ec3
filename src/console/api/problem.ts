/** A refusal by the server, in words that can be shown. */
export class ApiProblem extends Error {
  override readonly name = 'ApiProblem'
  /** The status of the answer; 0 when there was none. */
  readonly status: number
  /** The word that clients go by, such as `duplicate`. */
  readonly reason: string
  /** Which parameter or field it is about, where the server says so. */
  readonly location: string | undefined
  /** All that is wrong, where it is more than one thing. */
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

/** Whether a call needs a more recent sign-in; the person is asked for it then. */
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

/** Reads either envelope of the interfaces, and the flat one of OAuth. */
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

/** No answer at all: the network or the server is away. */
export const unreachable = () =>
  new ApiProblem({
    status: 0,
    reason: 'unreachable',
    message: 'The server cannot be reached. Check the connection and try again.',
  })
